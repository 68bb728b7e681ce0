import "server-only";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { isWithheld, offersNow } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { commitDecision } from "./commitDecision.ts";
import { findOrAdoptOrder } from "./readOrder.ts";
import { refuseDecision } from "./refuseDecision.ts";

const NOT_POSSIBLE =
  "Only an order for which the service shows something else than was confirmed needs this.";

/**
 * Accepts what the service shows under an order's reference as that order, although it is not what was confirmed: the service's answers
 * count again, and its codes can be revealed. Differences that come later are withheld again.
 * @throws AppError `forbidden`, `not-found`; `conflict` when nothing is withheld (any more), or while another instance works on the order.
 */
export async function acceptAnswer(
  request: MemberRequest,
  { reference, reason }: { reference: string; reason: string },
): Promise<OrderView> {
  requirePermission(request, "orders.close");
  const row = await findOrAdoptOrder(request, reference);
  const decision = { action: "accept", notPossible: NOT_POSSIBLE } as const;
  if (!offersNow(row, "accept")) await refuseDecision(request, row.id, decision);
  const after = await commitDecision(request, row, {
    ...decision,
    event: { kind: "answer_accepted" },
    details: { reason, differences: row.otherOrder?.differences.map(({ text }) => text) ?? [] },
  });
  if (isWithheld(after)) throw new AppError("conflict", NOT_POSSIBLE);
  return orderView(request, after);
}
