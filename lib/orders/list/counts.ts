import type { OrderCounts } from "#lib/contracts/orders/order.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { formatCount } from "#lib/text/counts.ts";

export type BoundedCount = { text: string; more: boolean };

/**
 * The number of orders in several states, as text: `1,234`, or `1,200+` for a lower bound, which is rounded down to two digits
 * because more would look exact.
 */
export function sumOfCounts({ states }: OrderCounts, of: readonly OrderState[]): BoundedCount {
  const found = of.map((state) => states[state]).filter((each) => each !== undefined);
  const sum = found.reduce((total, { count }) => total + count, 0);
  const more = found.some((each) => each.more);
  if (!more) return { text: formatCount(sum), more };
  const unit = 10 ** Math.max(0, String(sum).length - 2);
  return { text: `${formatCount(Math.floor(sum / unit) * unit)}+`, more };
}
