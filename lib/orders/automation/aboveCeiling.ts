import type { DraftLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

/** A line with the highest price for one code at which it is ordered; null: any. */
export type CeilingLine = Omit<DraftLine, "lineId"> & { maxPrice: number | null };

/** Why a line costs too much now; null if it does not. */
export function aboveCeiling(
  { productId, price }: { productId: number; price: number | null },
  ceiling: CeilingLine | undefined,
  index: number,
  currency: string,
): LineProblem | null {
  const highest = ceiling?.maxPrice ?? null;
  if (highest === null || price === null || price <= highest) return null;
  const message = `The price is now ${formatAmount(price, currency)}, above the highest price of ${formatAmount(highest, currency)}.`;
  return { index, productId, message };
}
