import "server-only";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { findSameOrder } from "#server/orders/ledger/findSameOrder.ts";

/**
 * Refuses an order that repeats one which the team placed a moment ago, or orders products of an earlier order that the team has
 * already ordered again (`origin`: that order), unless the member has seen the one in between and wants another. If both are
 * confirmed at the same moment, the second waits here for the first.
 * @throws AppError `conflict`.
 */
export async function requireAcknowledged(
  tx: Transaction,
  request: MemberRequest,
  { currency, acknowledgeRecent }: PlaceOrderRequest,
  lines: readonly IntentLine[],
  origin: string | null,
): Promise<void> {
  const products = lines.map(({ productId }) => productId).toSorted((one, other) => one - other);
  if (request.recentOrderMs > 0) await lockSubject(tx, [request.environment, currency, products]);
  if (origin !== null) await lockSubject(tx, [request.environment, origin]);
  const earlier = await findSameOrder(tx, request, { currency, lines, origin });
  if (earlier === null || earlier.reference === acknowledgeRecent) return;
  const what =
    earlier.reorders === undefined
      ? `${earlier.placedBy ?? "A former member"} placed the same order a moment ago`
      : `Products of order ${earlier.reorders} were already reordered by ${earlier.placedBy ?? "a former member"}`;
  throw new AppError(
    "conflict",
    `${what}: ${earlier.reference}. Nothing was sent. Review the order again to place it anyway.`,
    { conflict: "recent-order", existingReference: earlier.reference, recentOrder: earlier },
  );
}

function lockSubject(tx: Transaction, subject: readonly unknown[]): Promise<void> {
  return lockUntilCommit(tx, JSON.stringify(subject));
}
