import { countryOfName } from "#lib/catalog/filters/countryNames.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { meansCountry } from "#lib/catalog/filters/countryText.ts";
import type { Product } from "#lib/contracts/product.ts";
import { bareAmount } from "#lib/money/minorUnits.ts";
import type { RowValues } from "./checkRow.ts";
import type { NameMatch } from "./matchProduct.ts";

/**
 * Why a row is refused whose id and name are two products: which of them counts, only a person knows. Null: they are one, or the
 * name is a remark. `named`: the products that the name means.
 */
export function otherNameMessage(
  { productId, name, amount }: RowValues,
  product: Product,
  named: NameMatch | undefined,
): string | null {
  if (productId === "" || name === "") return null;
  const isOther = (named !== undefined && named.total > 0) || namesOtherCountry(name, product);
  if (!isOther || isNameOf(product, name, amount)) return null;
  return `This row says “${name}”, but product ${product.id} is “${product.name}”. Choose it, or enter another ID.`;
}

/** Whether each word is of the product: of its name, brand, country, currency or id, or the amount beside it. */
function isNameOf(product: Product, name: string, amount: string): boolean {
  const { countryCode, currencyCode } = product;
  const own = new Set(
    fold([product.name, ...product.brands, currencyCode ?? "", String(product.id)].join(" ")).split(" "),
  );
  const amountWords = new Set(fold(bareAmount(amount, currencyCode) ?? amount).split(" "));
  return fold(name)
    .split(" ")
    .every(
      (word) =>
        own.has(word) || amountWords.has(word) || (countryCode !== null && meansCountry(word, countryCode)),
    );
}

/** Whether a country's name of one or two words is in the text, and the product's is not. */
function namesOtherCountry(name: string, { countryCode }: Product): boolean {
  if (countryCode === null) return false;
  const words = fold(name).split(" ");
  const texts = words.flatMap((word, at) => [word, `${word} ${words[at + 1] ?? ""}`.trimEnd()]);
  const countries = texts.flatMap((text) => countryOfName(text) ?? []);
  return countries.length > 0 && !countries.includes(countryCode.toUpperCase());
}
