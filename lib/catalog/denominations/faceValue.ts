import type { Product } from "#lib/contracts/catalog/product.ts";
import { parseAmount } from "#lib/money/minorUnits.ts";

/** The greatest difference between price and face value that is believed, in percent: "1000 EUR bonus points" is no face value. */
const BELIEVED = 50;

/** `minor`: what the product's name says that a code is worth, in minor units of its currency. `tenths`: how much the price is below it, in tenths of a percent; negative if it is above. */
export type FaceValue = { minor: number; tenths: number };

/**
 * The face value of a product with one price, as its name says it: `Gift Card 15 USD` sold for 14.55 is worth 15.00, which is 3.0 %
 * more. The service has no field for it (docs/service-interface.md §2.1). Null where a name says none or several, says it in another
 * currency, or where the difference is too great to be one.
 */
export function faceValueOf({
  name,
  denomination,
  price,
  currencyCode,
}: Pick<Product, "name" | "denomination" | "price" | "currencyCode">): FaceValue | null {
  if (denomination !== "fixed" || price === null || price <= 0 || currencyCode === null) return null;
  const values = new Set(amountsIn(name, currencyCode));
  const [minor] = values;
  if (values.size !== 1 || minor === undefined || minor <= 0) return null;
  const tenths = tenthsBelow(minor, price);
  return Math.abs(tenths) > BELIEVED * 10 ? null : { minor, tenths };
}

/** Rounded to the nearest tenth, halves away from zero; in whole numbers, because amounts never become fractions. */
function tenthsBelow(face: number, price: number): number {
  const difference = BigInt(Math.abs(face - price));
  const tenths = Number((difference * 2_000n + BigInt(face)) / (BigInt(face) * 2n));
  return price > face ? -tenths : tenths;
}

const NUMBER = String.raw`\d{1,12}(?:[.,]\d{1,3})?`;

/** The amounts (minor units) in a text that stand beside the code of a currency: `15 USD`, `USD 15`, `15.50USD`. */
function amountsIn(text: string, currency: string): number[] {
  // Only a code of letters can be put into an expression as it is.
  if (!/^[A-Za-z]{3}$/.test(currency)) return [];
  const written = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:(${NUMBER})\s?${currency}|${currency}\s?(${NUMBER}))(?![\p{L}\p{N}])`,
    "giu",
  );
  return [...text.matchAll(written)].flatMap(([, before, after]) => {
    const parsed = parseAmount(before ?? after ?? "", currency);
    return parsed.ok ? [parsed.minor] : [];
  });
}
