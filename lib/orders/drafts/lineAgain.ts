import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";

/**
 * A line of an order as a new draft line, without an id. An unknown quantity becomes 1. An amount in an unknown currency is left
 * empty: its number of decimals would be a guess, and a product in dinars could be bought for ten times as much.
 */
export function lineAgain(
  { productId, price, quantity, countryCode }: OrderLine,
  currency: string | null,
): Omit<TypedLine, "id"> {
  return {
    productId,
    amount: price === null || currency === null ? "" : toMajorText(price, currency),
    quantity: String(quantity ?? 1),
    countryCode: countryCode?.slice(0, 20) ?? "",
  };
}
