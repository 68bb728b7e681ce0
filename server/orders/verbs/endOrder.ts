import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import type { OrderState, OrderVerb } from "#lib/contracts/orderState.ts";
import { ACTION_PERMISSIONS } from "#lib/orders/lifecycle/actions.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import type { OrderEvent } from "#lib/orders/lifecycle/transition.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { DeskError } from "#server/context/errors.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";

/** How a person ends an order: by which verb and event, and the state that the event leads to. */
export type Ending = {
  verb: OrderVerb;
  event: OrderEvent;
  endsIn: OrderState;
  details?: Record<string, unknown>;
  /** Told to who asks for it in a state that does not allow it. */
  notPossible: string;
};

/**
 * Ends an order for the person who asks: claims it, commits the event and makes sure that it had its effect.
 * @throws DeskError `forbidden`, or `conflict` when the order is in another state, also since it was read, or is being worked on.
 */
export async function endOrder(request: DeskRequest, row: OrderRow, ending: Ending): Promise<OrderView> {
  const { verb, event, endsIn, details = {}, notPossible } = ending;
  requirePermission(request, ACTION_PERMISSIONS[verb], row.placedBy === request.actor.id);
  if (!offers(row.state, verb)) throw new DeskError("conflict", notPossible);
  const after = await withClaim(request, row.id, (claimed) =>
    commitEvent(request, claimed, { event, details, actorId: request.actor.id }),
  );
  if (after === null) {
    throw new DeskError("conflict", "The order is being updated right now. Try again in a moment.");
  }
  if (after.state !== endsIn) throw new DeskError("conflict", notPossible);
  return orderView(request, after);
}
