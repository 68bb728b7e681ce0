import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { DeskError } from "#server/context/errors.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { claimOne } from "#server/orders/ledger/lease.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { findOrder } from "./readOrder.ts";

/** A person closes an order whose fate was never learned, and says why. It stays findable, and is not looked at again. */
export async function closeOrder(
  request: DeskRequest,
  reference: string,
  input: { reason: string },
): Promise<OrderView> {
  requirePermission(request, "orders.close");
  const row = await findOrder(request, reference);
  if (!offers(row.state, "close")) {
    throw new DeskError("conflict", "Only an order that needs review can be closed.");
  }
  const claimed = await claimOne(request, row.id);
  const closed =
    claimed === null
      ? null
      : await commitEvent(request, claimed, {
          event: { kind: "closed" },
          details: { reason: input.reason },
          actorId: request.actor.id,
        });
  if (closed === null)
    throw new DeskError("conflict", "The order is being looked at right now. Try again in a moment.");
  return orderView(request, closed);
}
