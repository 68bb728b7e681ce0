import "server-only";
import { sql } from "drizzle-orm";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { findRecentOrder } from "#server/orders/ledger/findRecentOrder.ts";

/**
 * Refuses an order that the team has placed a moment ago, unless the person has seen that one and wants another. Of two that
 * are confirmed at the same moment, the second one waits here for the first. Throws `conflict`.
 */
export async function requireAcknowledged(
  tx: Transaction,
  request: MemberRequest,
  { currency, acknowledgeRecent }: PlaceOrderRequest,
  lines: readonly IntentLine[],
): Promise<void> {
  if (request.recentOrderMs === 0) return;
  const products = lines.map(({ productId }) => productId).toSorted((one, other) => one - other);
  const purchase = JSON.stringify([request.environment, currency, products]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${purchase}, 0))`);
  const recent = await findRecentOrder(tx, request, currency, lines);
  if (recent === null || recent.reference === acknowledgeRecent) return;
  throw new AppError(
    "conflict",
    `${recent.placedBy ?? "A former member"} placed the same order a moment ago: ${recent.reference}. Nothing was sent. Review the order again to place it anyway.`,
    { conflict: "recent-order", existingReference: recent.reference, recentOrder: recent },
  );
}
