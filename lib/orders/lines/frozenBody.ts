import type { OrderRequest } from "#lib/contracts/orders/orderRequest.ts";
import { multiplyMinor } from "#lib/money/minorUnits.ts";
import { sumKnown } from "./sumKnown.ts";

/** A line as it will be bought: unit price in minor units, read afresh. */
export type IntentLine = {
  productId: number;
  price: number;
  quantity: number;
  countryCode: string | null;
};

/**
 * The body of POST /orders (docs/service-interface.md §2.2). Its `price` is the order total: the sum of line price × quantity
 * (docs/service-interface.md §11). Null if the sum is no longer exact.
 */
export function orderRequestOf(
  externalOrderCode: string,
  currency: string,
  lines: readonly IntentLine[],
): OrderRequest | null {
  const price = orderTotal(lines);
  if (price === null) return null;
  return {
    externalOrderCode,
    currency,
    price,
    orderProducts: lines.map(({ productId, price: unit, quantity, countryCode }) => ({
      productId,
      price: unit,
      quantity,
      ...(countryCode === null ? {} : { CountryCode: countryCode }),
    })),
  };
}

/** In minor units; null beyond exact integers. */
export function orderTotal(lines: readonly Pick<IntentLine, "price" | "quantity">[]): number | null {
  return sumKnown(lines.map(({ price, quantity }) => multiplyMinor(price, quantity)));
}

/** The exact bytes that every attempt sends (docs/architecture.md#invariants, 3). */
export function freeze(request: OrderRequest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}
