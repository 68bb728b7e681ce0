import { countryOfName } from "#lib/catalog/filters/countryNames.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { meansCountry } from "#lib/catalog/filters/countryText.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { bareAmount } from "#lib/money/minorUnits.ts";
import type { RowValues } from "./checkRow.ts";
import type { NameMatch } from "./matchProduct.ts";

/** Words of what is sold, which say nothing about the product. */
const GENERIC = new Set(
  "gift card cards giftcard giftcards code codes voucher vouchers egift e digital prepaid product karte karten geschenkkarte gutschein carte cadeau tarjeta regalo carta karta podarunkowa of for the de la".split(
    " ",
  ),
);

/**
 * Why a row is refused whose name is not that of its id's product: which of them counts, only a person knows. Null: the name is the product's.
 * `named`: the products that the name means; of a name that is nobody's, words such as "gift card" do not count.
 */
export function otherNameMessage(
  { productId, name, amount }: RowValues,
  product: Product,
  named: NameMatch | undefined,
): string | null {
  if (productId === "" || name === "") return null;
  const isNamed = named !== undefined && named.total > 0;
  if (isNameOf(product, isNamed ? name : withoutGeneric(name, product), amount)) return null;
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
        word === "" ||
        own.has(word) ||
        amountWords.has(word) ||
        (countryCode !== null && meansCountry(word, countryCode)),
    );
}

/** The name without words that are no product's, and without the product's country. */
function withoutGeneric(name: string, { countryCode }: Product): string {
  const words = fold(name).split(" ");
  const isOwnCountry = (text: string) =>
    countryCode !== null && countryOfName(text) === countryCode.toUpperCase();
  return words
    .filter((word, at) => {
      const pairs = [`${word} ${words[at + 1] ?? ""}`, `${words[at - 1] ?? ""} ${word}`];
      return !GENERIC.has(word) && !isOwnCountry(word) && !pairs.some(isOwnCountry);
    })
    .join(" ");
}
