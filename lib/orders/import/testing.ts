import { product } from "#lib/contracts/product.testing.ts";
import type { Product } from "#lib/contracts/product.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { nameKey } from "./matchProduct.ts";
import type { LookupAnswer, LookupSource } from "./productLookup.ts";

/** A catalog that answers at once and like the server: by id, and by all words of a name. */
export function catalogOf(products: readonly Product[]): LookupSource {
  return (question): Promise<LookupAnswer> =>
    Promise.resolve({
      products: products.filter(({ id }) => question.ids.includes(id)),
      names: question.names.map((asked) => {
        const words = fold(asked.name).split(" ");
        const found = products.filter(({ name }) =>
          words.every((word) => fold(name).split(" ").includes(word)),
        );
        return { key: nameKey(asked), products: found, total: found.length };
      }),
    });
}

/** An open product: 10 to 500 euros in steps of 5. */
export const OPEN: Product = product(2, {
  name: "Nordwind choose your amount",
  denomination: "open",
  denominationType: "open",
  price: null,
  denominationMinValue: 1_000,
  denominationMaxValue: 50_000,
  denominationStep: 500,
});

export const nothing = () => Promise.resolve();
