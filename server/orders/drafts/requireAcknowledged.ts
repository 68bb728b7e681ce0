import "server-only";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { findBatch, findSameOrder, findUnresolvedOrder } from "#server/orders/ledger/findSameOrder.ts";

/**
 * Refuses an order that repeats one which the team placed a moment ago or whose outcome is unknown, or orders products of an earlier
 * order that the team has already ordered again (`origin`: that order), unless the member has seen the one in between and wants another. If both are
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
  refuseUnless(acknowledgeRecent, earlier, "Review the order again to place it anyway.");
}

/**
 * Refuses an order of a program while nobody knows whether one of the same products and quantities was placed, or if it is the same batch as
 * an earlier order, unless the request names that one (`acknowledgeRecent`). A program may order one product as often as it likes.
 * @throws AppError `conflict`.
 */
export async function requireResolved(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, acknowledgeRecent }: PlaceOrderRequest,
  lines: readonly IntentLine[],
): Promise<void> {
  const unresolved = await findUnresolvedOrder(db, request, { currency, lines });
  const earlier = unresolved ?? (await findBatch(db, request, { currency, lines }, true));
  refuseUnless(
    acknowledgeRecent,
    earlier,
    "To place it all the same, send that reference as acknowledgeRecent.",
  );
}

function refuseUnless(acknowledged: string | undefined, earlier: RecentOrder | null, next: string): void {
  if (earlier === null || earlier.reference === acknowledged) return;
  throw new AppError("conflict", `${described(earlier)} Nothing was sent. ${next}`, {
    conflict: "recent-order",
    existingReference: earlier.reference,
    recentOrder: earlier,
  });
}

function described({ reference, placedBy, reorders, unresolved, batch, at }: RecentOrder): string {
  const unknown = "The outcome of that order is unknown: this one may buy the same twice.";
  if (unresolved === reference)
    return `${placedBy ?? "A former member"} ordered the same products and quantities: ${reference}. ${unknown}`;
  const what =
    batch === true
      ? `The same products and quantities, or nearly, were bought on ${at.slice(0, 10)} by ${placedBy ?? "a former member"}`
      : reorders === undefined
        ? `${placedBy ?? "A former member"} placed the same order a moment ago`
        : `Products of order ${reorders} were already reordered by ${placedBy ?? "a former member"}`;
  const also =
    unresolved === undefined ? "" : ` An earlier one of the same quantities is ${unresolved}. ${unknown}`;
  return `${what}: ${reference}.${also}`;
}

function lockSubject(tx: Transaction, subject: readonly unknown[]): Promise<void> {
  return lockUntilCommit(tx, JSON.stringify(subject));
}
