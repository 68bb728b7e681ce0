import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { generateCatalog, scenarioProducts } from "#sandbox/catalog/generate.ts";

/** A product of the sandbox with a fixed price, so that no amount has to be chosen. */
export type Fixed = { id: number; name: string; price: number; currency: string; country: string };

/** Number of ordinary products in the demo's sandbox. */
const ORDINARY = 2_400;

const FIXED: readonly Fixed[] = generateCatalog(ORDINARY).flatMap((product) =>
  product.price === undefined
    ? []
    : {
        id: product.id,
        name: product.name,
        price: product.price,
        currency: product.currencyCode,
        country: product.countryCode,
      },
);

/** The products that the demo's team buys in a currency: few, and the first ones most often. */
export function assortment(currency: string): readonly Fixed[] {
  return FIXED.filter((product) => product.currency === currency && product.price <= 10_000).slice(0, 14);
}

/** The product of the sandbox that shows a behaviour. */
export function scenarioProduct(behaviour: Behaviour): Fixed {
  const found = scenarioProducts().find((scenario) => scenario.behaviour === behaviour);
  if (found?.product.price === undefined) throw new Error(`${behaviour} has no product with a fixed price`);
  const { id, name, price, currencyCode: currency, countryCode: country } = found.product;
  return { id, name, price, currency, country };
}
