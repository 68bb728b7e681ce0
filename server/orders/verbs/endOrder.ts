import "server-only";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { EndingVerb } from "#lib/contracts/orders/orderState.ts";
import { BY_ANOTHER_MEMBER, ENDINGS } from "#lib/orders/lifecycle/states.ts";
import { offersNow } from "#lib/orders/lifecycle/withheld.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { asDeputy } from "#server/context/standsInFor.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AppError } from "#server/context/errors.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { requireAnotherMember } from "#server/orders/approval/requireAnotherMember.ts";
import { returnToRequester } from "#server/orders/drafts/returnToRequester.ts";
import { commitDecision } from "./commitDecision.ts";
import { refuseDecision } from "./refuseDecision.ts";
import { findOrAdoptOrder } from "./readOrder.ts";

/**
 * Ends an order on behalf of a member, with its lines in a draft of whoever confirmed it if `wantsChanges`, and makes sure that it took effect. The order can still be found, and is not sent again. One
 * that is withdrawn after an attempt is polled until a 404 proves that the service does not have it (docs/architecture.md#the-life-of-an-order).
 * @throws AppError `forbidden`, `not-found`; `conflict` when the order's state does not allow it (any more), or while another
 * instance works on the order.
 */
export async function endOrder(
  request: MemberRequest,
  input: { reference: string; verb: EndingVerb; reason?: string; wantsChanges?: boolean | undefined },
): Promise<OrderView> {
  const { verb, reference, reason, wantsChanges = false } = input;
  const { endsIn, permission, notPossible } = ENDINGS[verb];
  const row = await findOrAdoptOrder(request, reference);
  requirePermission(request, permission, row.placedBy === request.actor.id);
  const isDecision = BY_ANOTHER_MEMBER.has(verb);
  if (isDecision) await requireAnotherMember(request, row);
  if (!offersNow(row, verb)) await refuseDecision(request, row.id, { action: verb, notPossible });
  const after = await commitDecision(request, row, {
    action: verb,
    notPossible,
    event: { kind: "ended", verb },
    details: {
      ...(reason === undefined ? {} : { reason }),
      ...(wantsChanges ? { wantsChanges } : {}),
      ...(isDecision ? await asDeputy(request, request.db, permission) : {}),
    },
    ...(wantsChanges ? { alongside: (tx, order) => returnToRequester({ ...request, db: tx }, order) } : {}),
  });
  if (after.state !== endsIn) throw new AppError("conflict", notPossible);
  return orderView(request, after);
}
