import "server-only";
import { and, asc, eq, ne, notExists, notInArray, sql, type SQL } from "drizzle-orm";
import type { Approvals } from "#lib/contracts/orders/approvals.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { coveredBy } from "#server/context/coveredBy.ts";
import { standsInFor } from "#server/context/standsInFor.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { AWAITS_APPROVAL, orders } from "#server/db/schema/orders.ts";
import { budgetDeciders } from "#server/orders/deciders/budgetDeciders.ts";
import { tokensBehind } from "#server/orders/ledger/isOfOwnToken.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";

const SHOWN = 20;
/** How many orders beyond budgets with approvers are looked at; a decision on any other is refused with the reason. */
const MOST_OF_BUDGETS = 200;

/**
 * The orders of other members that wait for this member's decision, the oldest first.
 * @throws AppError `forbidden`.
 */
export async function listApprovals(request: MemberRequest): Promise<Approvals> {
  requirePermission(request, "orders.approve");
  const { db, environment, actor, clock } = request;
  const now = clock.now();
  const covered = await coveredBy(db, [actor.id], { since: now, now });
  const asked = and(
    eq(orders.environment, environment),
    AWAITS_APPROVAL,
    // Nobody decides for those for whom they stand in either.
    ...[actor.id, ...covered.map(({ id }) => id)].flatMap((id) => [
      ne(orders.placedBy, id),
      notExists(tokensBehind(db, orders.placedBy, id)),
    ]),
  );
  const theirs = and(asked, notInArray(orders.id, await decidedByOthers(request, asked)));
  const [coversFor, rows, [counted]] = await Promise.all([
    standsInFor(request, db, "orders.approve"),
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
    coversFor,
  };
}

/** The orders beyond budgets whose approvers decide on them, if this member is none of those. */
async function decidedByOthers(request: MemberRequest, asked: SQL | undefined): Promise<string[]> {
  const rows = await request.db
    .select({ id: orders.id, placedBy: orders.placedBy, overLimit: orders.overLimit })
    .from(orders)
    .innerJoin(budgets, sql`${budgets.id}::text = ${orders.overLimit} ->> 'budgetId'`)
    .where(and(asked, sql`${budgets.approvers} <> '{}'`))
    .orderBy(asc(orders.createdAt))
    .limit(MOST_OF_BUDGETS);
  const others: string[] = [];
  for (const row of rows) if ((await budgetDeciders(request, row)) !== null) others.push(row.id);
  return others;
}
