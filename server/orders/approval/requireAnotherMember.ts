import "server-only";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { isOfOwnToken } from "#server/orders/ledger/isOfOwnToken.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Refuses the member who confirmed the order, or created the service token that did, even an administrator: another member has to
 * decide on it.
 * @throws AppError `forbidden`.
 */
export async function requireAnotherMember(request: MemberRequest, row: OrderRow): Promise<void> {
  if (row.placedBy === request.actor.id)
    throw new AppError(
      "forbidden",
      "You can't decide on your own order. Ask another member who approves orders, or withdraw it.",
    );
  if (await isOfOwnToken(request, row))
    throw new AppError(
      "forbidden",
      "You created the service token that placed this order, so you can't decide on it. Ask another member who approves orders.",
    );
}
