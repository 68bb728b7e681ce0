import "server-only";
import { conflictOfInterest } from "#lib/orders/lifecycle/actions.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { budgetDeciders } from "#server/orders/deciders/budgetDeciders.ts";
import { isOfOwnToken } from "#server/orders/ledger/isOfOwnToken.ts";
import { isUnlimited } from "#server/orders/limits/limitInForce.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

const REFUSALS = {
  "own-order": "You can't decide on your own order. Ask another member who approves orders, or withdraw it.",
  "own-token":
    "You created the service token that placed this order, so you can't decide on it. Ask another member who approves orders.",
};

/**
 * Refuses a member with a conflict of interest, even an administrator: another member has to decide on the order, in whose hands the
 * account that confirmed it cannot be, nor theirs in the same hands.
 * @throws AppError `forbidden`.
 */
export async function requireAnotherMember(request: MemberRequest, row: OrderRow): Promise<void> {
  const byOwnToken = await isOfOwnToken(request, row);
  const conflict = conflictOfInterest(request.actor.id, { placedBy: row.placedBy, byOwnToken });
  if (conflict !== null) throw new AppError("forbidden", REFUSALS[conflict]);
  const deciders = await budgetDeciders(request, row);
  if (deciders !== null)
    throw new AppError(
      "forbidden",
      `Orders beyond the budget ${row.overLimit?.budget ?? ""} are decided on by ${deciders.join(", ")}.`,
    );
  if (row.placedBy === null) return;
  const { environment, currency } = row;
  const isFree = (memberId: string) =>
    isUnlimited(request.db, { environment, memberId, currency: currency ?? "" });
  await refuseSharedHands(request, request.db, [row.placedBy], { isFree, askedAt: row.createdAt });
}
