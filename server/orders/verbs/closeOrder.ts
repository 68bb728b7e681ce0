import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { endOrder } from "./endOrder.ts";
import { findOrder } from "./readOrder.ts";

/**
 * A person closes an order whose outcome was never learned, and says why. It stays findable, and is not polled again.
 * @throws DeskError `forbidden`, `not-found`, or `conflict` unless the order needs review.
 */
export async function closeOrder(
  request: DeskRequest,
  input: { reference: string; reason: string },
): Promise<OrderView> {
  return endOrder(request, await findOrder(request, input.reference), {
    verb: "close",
    event: { kind: "closed" },
    endsIn: "closed",
    details: { reason: input.reason },
    notPossible: "Only an order that needs review can be closed.",
  });
}
