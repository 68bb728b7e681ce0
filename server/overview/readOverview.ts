import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { DaySpan, Overview, OverviewQuery, Ratio } from "#lib/contracts/orders/overview.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { ENDED, OPEN, SUCCEEDED } from "#lib/overview/counted.ts";
import { medianOfWaits } from "#lib/overview/waits.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { seriesOf, toNumber, type DayRow } from "./series.ts";

/** More open orders than this are shown as "at least". */
const MOST_OPEN = 10_000;

/**
 * The figures of the overview for the last days (UTC) and for the same number of days before them, from incrementally updated
 * figures (docs/decisions/0018-figures-are-kept-by-increments.md).
 * @throws AppError `forbidden`.
 */
export async function readOverview(request: MemberRequest, query: OverviewQuery): Promise<Overview> {
  requirePermission(request, "orders.read");
  const now = request.clock.now();
  const length = Number(query.days);
  const to = dayOf(now, "UTC");
  const period = { from: addDays(to, 1 - length), to };
  const previous = { from: addDays(period.from, -length), to: addDays(period.from, -1) };
  const span = { from: previous.from, to };
  const [days, waits, open] = await Promise.all([
    readDays(request, span),
    readWaits(request, span, period),
    countOpen(request),
  ]);
  const waitOf = (isNow: boolean) => {
    const classes = waits.filter((each) => each.isNow === isNow);
    return { medianMs: medianOfWaits(classes), orders: classes.reduce((sum, each) => sum + each.orders, 0) };
  };
  return {
    asOf: toIso(now),
    period,
    previous,
    ...seriesOf(days, period.from, length),
    success: {
      now: ratioOf(days.filter(({ day }) => day >= period.from)),
      previous: ratioOf(days.filter(({ day }) => day < period.from)),
    },
    wait: { now: waitOf(true), previous: waitOf(false) },
    open,
  };
}

function ratioOf(rows: readonly DayRow[]): Ratio {
  const sum = (value: (row: DayRow) => number) => rows.reduce((so, row) => so + value(row), 0);
  return { part: sum(({ succeeded }) => succeeded), whole: sum(({ ended }) => ended) };
}

const list = (states: readonly string[]) => sql.param([...states]);

/** The stored figures of some days, together with the changes since. */
function daysWithin({ environment }: MemberRequest, { from, to }: DaySpan) {
  const within = sql`environment = ${environment} and day between ${from}::date and ${to}::date`;
  return sql`(
    select day, currency, state, orders, price, delivered from order_days where ${within}
    union all select day, currency, state, orders, price, delivered from order_day_changes where ${within}) as noted`;
}

const dayRowsSchema = z.array(
  z.object({
    day: z.string(),
    currency: z.string(),
    orders: z.coerce.number(),
    succeeded: z.coerce.number(),
    ended: z.coerce.number(),
    spend: z.string().transform(toNumber),
    codes: z.string().transform(toNumber),
  }),
);

async function readDays(request: MemberRequest, span: DaySpan): Promise<DayRow[]> {
  const { rows } = await request.db.execute(sql`
    select day::text, currency,
      coalesce(sum(orders) filter (where state = any(${list(ACCEPTED)}::text[])), 0) as orders,
      coalesce(sum(orders) filter (where state = any(${list(SUCCEEDED)}::text[])), 0) as succeeded,
      coalesce(sum(orders) filter (where state = any(${list(ENDED)}::text[])), 0) as ended,
      coalesce(sum(price) filter (where state = any(${list(ACCEPTED)}::text[])), 0)::text as spend,
      coalesce(sum(delivered) filter (where state = any(${list(WITH_CODES)}::text[])), 0)::text as codes
    from ${daysWithin(request, span)} group by day, currency`);
  return dayRowsSchema.parse(rows);
}

const waitRowsSchema = z.array(
  z.object({ is_now: z.boolean(), wait: z.coerce.number(), orders: z.coerce.number() }),
);

async function readWaits({ db, environment }: MemberRequest, { from, to }: DaySpan, period: DaySpan) {
  const within = sql`environment = ${environment} and day between ${from}::date and ${to}::date`;
  const { rows } = await db.execute(sql`
    select day >= ${period.from}::date as is_now, wait, sum(orders) as orders from (
      select day, wait, orders from order_waits where ${within}
      union all select day, wait, orders from order_day_changes where ${within} and wait is not null) as noted
    group by 1, 2`);
  return waitRowsSchema.parse(rows).map(({ is_now: isNow, ...each }) => ({ ...each, isNow }));
}

async function countOpen({ db, environment }: MemberRequest) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from order_search where environment = ${environment} and state = any(${list(OPEN)}::text[])
      limit ${MOST_OPEN + 1}) as counted`);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, MOST_OPEN), more: count > MOST_OPEN };
}
