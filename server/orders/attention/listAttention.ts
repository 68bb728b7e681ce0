import "server-only";
import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Attention, AttentionOrder } from "#lib/contracts/orders/attention.ts";
import { DAY } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { NEEDS_ATTENTION, orders } from "#server/db/schema/orders.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { dismissalOf } from "#server/orders/ledger/dismissalOf.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";

const SHOWN = 50;
const SHOWN_DISMISSED = 20;
/** For how long the overview offers to undo a dismissal. The order's own page always does. */
const DISMISSED_FOR = 7 * DAY;

/** The orders that a person should know about or act on, newest first, and those that were dismissed in the last few days. */
export async function listAttention(request: MemberRequest): Promise<Attention> {
  requirePermission(request, "orders.read");
  const { db, environment } = request;
  const here = eq(orders.environment, environment);
  const [unanswered, rows, [counted], dismissed] = await Promise.all([
    countUnanswered(request),
    db
      .select()
      .from(orders)
      .where(and(here, NEEDS_ATTENTION))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(SHOWN),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(orders)
      .where(and(here, NEEDS_ATTENTION)),
    db
      .select()
      .from(orders)
      .where(
        and(here, isNotNull(orders.dismissedAt), gt(orders.dismissedAt, request.clock.now() - DISMISSED_FOR)),
      )
      .orderBy(desc(orders.dismissedAt))
      .limit(SHOWN_DISMISSED),
  ]);
  const names = await memberNames(
    db,
    [...rows, ...dismissed].flatMap(({ placedBy, dismissedBy }) => [placedBy, dismissedBy]),
  );
  return {
    items: rows.map((row) => attentionOrder(row, names)),
    scheduleDates: unanswered,
    total: counted?.total ?? 0,
    dismissed: dismissed.flatMap((row) => {
      const dismissal = dismissalOf(row, names);
      return dismissal === null ? [] : [{ ...attentionOrder(row, names), dismissal }];
    }),
  };
}

/** Dates of schedules that were missed or not ordered. */
async function countUnanswered({ db, environment }: MemberRequest): Promise<number> {
  const [counted] = await db
    .select({ dates: sql<number>`count(*)::int` })
    .from(scheduleDates)
    .innerJoin(schedules, eq(schedules.id, scheduleDates.scheduleId))
    .where(and(eq(schedules.environment, environment), inArray(scheduleDates.state, ["missed", "failed"])));
  return counted?.dates ?? 0;
}

function attentionOrder(row: OrderRow, names: ReadonlyMap<string, string>): AttentionOrder {
  return { ...summaryOf(row, names), alarm: row.alarm };
}
