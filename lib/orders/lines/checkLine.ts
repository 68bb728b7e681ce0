import type { DraftLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { describeProblem } from "#lib/catalog/denominations/denomination.ts";
import { describeOtherCountry } from "#lib/catalog/filters/countryText.ts";
import { isSameCurrency } from "#lib/money/currencies.ts";
import { multiplyMinor } from "#lib/money/minorUnits.ts";
import { describeCurrencyProblem } from "./currencyProblem.ts";

/** A line checked against its fresh product; `product` is null if the service does not offer it. */
export type CheckedLine = {
  productId: number;
  product: Product | null;
  /** Unit price in minor units; null as long as the line has none. */
  price: number | null;
  quantity: number;
  countryCode: string | null;
  total: number | null;
  problem: LineProblem | null;
};

/** Applies the rules of docs/service-interface.md §4.4 to one line and its current product. `missing` says why there is no product. */
export function checkLine(
  line: DraftLine,
  index: number,
  currency: string,
  product: Product | null,
  missing: string | null,
): CheckedLine {
  const price = product === null ? null : unitPrice(line, product);
  const total = price === null ? null : multiplyMinor(price, line.quantity);
  const message = product === null ? missing : lineMessage(line, currency, product, total);
  return {
    productId: line.productId,
    product,
    price,
    quantity: line.quantity,
    // The product's own (docs/service-interface.md §10.7). A line that asks for another one has a problem.
    countryCode: product?.countryCode ?? line.countryCode ?? null,
    total,
    problem: message === null ? null : { index, productId: line.productId, message },
  };
}

/** A fixed product is bought at its current price (docs/service-interface.md §10.8). */
function unitPrice(line: DraftLine, product: Product): number | null {
  return product.denomination === "fixed" ? product.price : (line.price ?? null);
}

function lineMessage(
  line: DraftLine,
  currency: string,
  product: Product,
  total: number | null,
): string | null {
  if (product.currencyCode !== null && !isSameCurrency(product.currencyCode, currency)) {
    return `This product is priced in ${product.currencyCode}. Order it separately.`;
  }
  const ofCurrency = describeCurrencyProblem(currency);
  if (ofCurrency !== null) return ofCurrency;
  // Otherwise codes that nobody in the country can use would be bought.
  const otherCountry =
    line.countryCode === undefined ? null : describeOtherCountry(line.countryCode, product.countryCode);
  if (otherCountry !== null) return otherCountry;
  if (product.denomination === "fixed" && product.price === null) {
    return "This product has no price, so it can't be ordered.";
  }
  // For a fixed product the fresh price counts; a given price is compared with it, so that nobody pays another price without being asked.
  const amount = describeProblem(product, line.price ?? null);
  if (amount !== null) return amount;
  return total === null ? "This line's total is too large. Enter a smaller quantity." : null;
}
