import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { ACCEPTED } from "#lib/orders/lifecycle/stateSets.ts";
import { DAY, toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";

/** After `from`, up to and including `to`: an answer that reports a balance has already charged its own order. */
export type Period = { from: Instant; to: Instant };

/**
 * How long before the first period an order may have been confirmed and still be counted. The index is by that time, and few
 * orders wait longer for their acceptance.
 */
const LONGEST_WAIT = 2 * DAY;

const rowsSchema = z.array(
  z.object({ place: z.coerce.number(), orders: z.coerce.number(), spent: z.coerce.number() }),
);

/**
 * How many orders of a currency the service accepted in each period, and what they cost in minor units. Periods are given in
 * their order. Found orders are left out, because they were placed at another time.
 */
export async function acceptedBetween(
  { db, environment }: MemberRequest,
  currency: string,
  periods: readonly Period[],
): Promise<{ orders: number; spent: number }[]> {
  const [first] = periods;
  if (first === undefined) return [];
  const confirmedSince = toIso(first.from - LONGEST_WAIT);
  const { rows } = await db.execute(sql`
    with periods as (
      select * from unnest(${sql.param(periods.map(({ from }) => toIso(from)))}::timestamptz[],
        ${sql.param(periods.map(({ to }) => toIso(to)))}::timestamptz[]) with ordinality as each (begun, ended, place)),
    accepted as (
      select placed_at, price from orders
      where environment = ${environment} and created_at >= ${confirmedSince}::timestamptz and currency = ${currency} and origin = 'placed'
        and state = any(${sql.param([...ACCEPTED])}::text[]) and placed_at is not null)
    select place, count(placed_at) as orders, coalesce(sum(price), 0) as spent
    from periods left join accepted on placed_at > begun and placed_at <= ended
    group by place order by place`);
  return rowsSchema
    .parse(rows)
    .map(({ orders, spent }) => ({ orders, spent: Math.min(spent, Number.MAX_SAFE_INTEGER) }));
}
