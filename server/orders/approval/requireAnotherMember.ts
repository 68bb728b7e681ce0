import "server-only";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Refuses the member who confirmed the order, even an administrator: another member has to decide on it.
 * @throws AppError `forbidden`.
 */
export function requireAnotherMember({ actor }: MemberRequest, { placedBy }: OrderRow): void {
  if (placedBy !== actor.id) return;
  throw new AppError(
    "forbidden",
    "You can't decide on your own order. Ask another member who approves orders, or withdraw it.",
  );
}
