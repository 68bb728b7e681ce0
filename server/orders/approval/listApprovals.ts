import "server-only";
import { and, asc, eq, ne, notExists, sql } from "drizzle-orm";
import type { Approvals } from "#lib/contracts/orders/approvals.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { AWAITS_APPROVAL, orders } from "#server/db/schema/orders.ts";
import { tokensBehind } from "#server/orders/ledger/isOfOwnToken.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";

const SHOWN = 20;

/**
 * The orders of other members that wait for this member's decision, the oldest first.
 * @throws AppError `forbidden`.
 */
export async function listApprovals(request: MemberRequest): Promise<Approvals> {
  requirePermission(request, "orders.approve");
  const { db, environment, actor } = request;
  const theirs = and(
    eq(orders.environment, environment),
    AWAITS_APPROVAL,
    ne(orders.placedBy, actor.id),
    notExists(tokensBehind(db, orders.placedBy, actor.id)),
  );
  const [rows, [counted]] = await Promise.all([
    db.select().from(orders).where(theirs).orderBy(asc(orders.createdAt), asc(orders.id)).limit(SHOWN),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(orders)
      .where(theirs),
  ]);
  const names = await memberNames(
    db,
    rows.map(({ placedBy }) => placedBy),
  );
  return {
    items: rows.map((row) => ({ ...summaryOf(row, names), overLimit: row.overLimit })),
    total: counted?.total ?? 0,
  };
}
