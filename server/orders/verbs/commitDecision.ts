import "server-only";
import type { OrderAction } from "#lib/contracts/orderState.ts";
import { offersNow } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { commitEvent, type EventCommit } from "#server/orders/ledger/commitEvent.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";
import { refuseDecision } from "./refuseDecision.ts";

type Decision = Pick<EventCommit, "event" | "details"> & {
  action: OrderAction;
  /** The error message if the order's state does not offer the action. */
  notPossible: string;
};

/**
 * Commits what a member has decided about an order. Another member may have decided since the order was read; the first decision
 * counts.
 * @throws AppError `conflict` when the order's state does not offer the action any more, or while another instance works on the
 * order.
 */
export async function commitDecision(
  request: MemberRequest,
  row: OrderRow,
  { action, notPossible, ...commit }: Decision,
): Promise<OrderRow> {
  const after = await withClaim(request, row.id, async (claimed) =>
    offersNow(claimed, action)
      ? commitEvent(request, claimed, { ...commit, actorId: request.actor.id })
      : "too-late",
  );
  if (after === "too-late") return refuseDecision(request, row.id, { action, notPossible });
  if (after !== null) return after;
  throw new AppError("conflict", "The order is being updated right now. Try again in a moment.");
}
