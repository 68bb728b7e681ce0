import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { multiplyMinor } from "#lib/money/minorUnits.ts";
import { sumKnown } from "./sumKnown.ts";

export type ProductShare = { quantity: number | null; unitPrice: number | null; total: number | null };

/**
 * What an order contains of a product, over all of its lines: each value is null if a line does not say; `unitPrice` also if
 * lines differ, `total` also if it would not be exact. Amounts in minor units.
 */
export function shareOfProduct(lines: readonly OrderLine[], productId: number): ProductShare {
  const own = lines.filter((line) => line.productId === productId);
  const [first] = own;
  if (!first) return { quantity: 0, unitPrice: null, total: 0 };
  const totals = own.map(({ price, quantity }) =>
    price === null || quantity === null ? null : multiplyMinor(price, quantity),
  );
  return {
    quantity: sumKnown(own.map(({ quantity }) => quantity)),
    unitPrice: own.every(({ price }) => price === first.price) ? first.price : null,
    total: sumKnown(totals),
  };
}
