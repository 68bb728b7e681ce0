import type { OrderRequest } from "../contracts/orderRequest.ts";
import { multiplyMinor } from "../money/minorUnits.ts";
import { sumKnown } from "./sumKnown.ts";

/** A line as it will be bought: unit price in minor units, read afresh. */
export type IntentLine = {
  productId: number;
  price: number;
  quantity: number;
  countryCode: string | null;
};

/**
 * The body of POST /orders (specification 2.2): `price` is the sum of line price × quantity ("Order total", reading notes).
 * Null when the sum is no longer exact.
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

/** Minor units; null beyond what an integer holds exactly. */
export function orderTotal(lines: readonly Pick<IntentLine, "price" | "quantity">[]): number | null {
  return sumKnown(lines.map(({ price, quantity }) => multiplyMinor(price, quantity)));
}

/** The exact bytes that every attempt sends (DESIGN, invariant 3). */
export function freeze(request: OrderRequest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}
