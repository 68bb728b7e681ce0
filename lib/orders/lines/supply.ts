import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

/** The one refusal after which the catalog has to be read again (docs/service-interface.md §7, rule 4 and §10.9). */
const SUPPLY = /^Product \d+ is not available for ordering with the supplied country or currency\.?$/;

export function isSupplyRefusal(refusal: ServiceErrorBody | null): boolean {
  return refusal !== null && refusal.statusCode === 400 && SUPPLY.test(refusal.message.trim());
}

/**
 * Compares what was ordered with what the catalog now says about a product that was refused for its country or currency.
 * `product` is null if the catalog no longer has it.
 */
export function explainLine(line: OrderLine, currency: string | null, product: Product | null): string {
  if (product === null) return "This product is no longer in your catalog.";
  const differences = [
    ...differs("country", line.countryCode, product.countryCode),
    ...differs("currency", currency, product.currencyCode),
    ...priceDiffers(line, product),
  ];
  if (differences.length > 0) return `The catalog has changed: ${differences.join(", ")}.`;
  return "The catalog still lists this product as you ordered it. Ask your account manager why the service rejects it.";
}

function differs(what: string, ordered: string | null, now: string | null): string[] {
  return ordered === now ? [] : [`${what} ${now ?? "not given"} (ordered with ${ordered ?? "none"})`];
}

function priceDiffers({ price }: OrderLine, product: Product): string[] {
  if (price === null) return [];
  const amount = (minor: number): string => formatAmount(minor, product.currencyCode);
  if (product.denomination === "fixed") {
    return product.price === null || product.price === price
      ? []
      : [`price ${amount(product.price)} (ordered at ${amount(price)})`];
  }
  const { denominationMinValue: least, denominationMaxValue: most } = product;
  return [
    ...(least !== null && price < least ? [`minimum ${amount(least)} (ordered at ${amount(price)})`] : []),
    ...(most !== null && price > most ? [`maximum ${amount(most)} (ordered at ${amount(price)})`] : []),
  ];
}
