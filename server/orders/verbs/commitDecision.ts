import "server-only";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import { offersNow } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { inTransaction } from "#server/db/inTransaction.ts";
import { commitEvent, type EventCommit } from "#server/orders/ledger/commitEvent.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";
import { refuseDecision } from "./refuseDecision.ts";

type Decision = Pick<EventCommit, "event" | "details"> & {
  action: OrderAction;
  /** The error message if the order's state does not offer the action. */
  notPossible: string;
  /** What else happens in the transaction that writes the decision. Refuses it by throwing an AppError. */
  alongside?: (tx: Transaction, claimed: OrderRow) => Promise<void>;
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
  { action, notPossible, alongside, ...commit }: Decision,
): Promise<OrderRow> {
  const event = { ...commit, actorId: request.actor.id };
  const after = await withClaim(request, row.id, async (claimed) => {
    if (!offersNow(claimed, action)) return "too-late";
    if (alongside === undefined) return commitEvent(request, claimed, event);
    try {
      return await inTransaction(request.db, async (tx) => {
        await alongside(tx, claimed);
        return commitEvent({ ...request, db: tx }, claimed, event);
      });
    } catch (error) {
      // Returned, so that the lease ends at once and another decision can be made.
      if (isAppError(error)) return error;
      throw error;
    }
  });
  if (isAppError(after)) throw after;
  if (after === "too-late") return refuseDecision(request, row.id, { action, notPossible });
  if (after !== null) return after;
  throw new AppError("conflict", "The order is being updated right now. Try again in a moment.");
}
