import type { OrderLine, OrderView } from "#lib/contracts/order.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import type { TypedLine } from "#lib/contracts/placeOrder.ts";

type Ordered = Pick<OrderView, "lines" | "currency" | "delivered" | "ordered" | "state">;

/** The lines of an order as one would type them again. A line whose quantity was never told begins with one. */
export function linesAgain({ lines, currency }: Ordered): TypedLine[] {
  return lines.map((line) => typed(line, line.quantity ?? 1, currency));
}

/**
 * The codes that a partial order did not deliver, as lines to order. Null where it cannot be said which ones are missing: the
 * service counts them over the whole order.
 */
export function missingLines(order: Ordered): { count: number; lines: TypedLine[] | null } | null {
  const { delivered, ordered, lines, currency, state } = order;
  if (!offers(state, "reorder_missing") || delivered === null || ordered === null || ordered <= delivered)
    return null;
  const count = ordered - delivered;
  const [only, ...others] = lines;
  return {
    count,
    lines: only !== undefined && others.length === 0 ? [typed(only, count, currency)] : null,
  };
}

function typed(line: OrderLine, quantity: number, currency: string | null): TypedLine {
  return {
    id: newUuid(),
    productId: line.productId,
    amount: line.price === null ? "" : toMajorText(line.price, currency),
    quantity: String(quantity),
    countryCode: line.countryCode?.slice(0, 20) ?? "",
  };
}
