import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { DAY, toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";

/** After the first instant, up to and including the last: an answer that reports a balance has already charged its own order. */
export type Span = { from: Instant; to: Instant };

const SPENT = statesWhere(({ stage }) => stage === "fulfilment" || stage === "delivered");
/**
 * How long before the first period an order may have been confirmed to be counted, so that the index by age can be used. Few
 * orders wait longer for their acceptance.
 */
const LATEST = 2 * DAY;

const rowsSchema = z.array(
  z.object({ place: z.coerce.number(), orders: z.coerce.number(), spent: z.coerce.number() }),
);

/**
 * How many orders of a currency the service accepted in each period, and what they cost in minor units. Found orders are left
 * out, because they were placed at another time.
 */
export async function spentBetween(
  { db, environment }: MemberRequest,
  currency: string,
  spans: readonly Span[],
): Promise<{ orders: number; spent: number }[]> {
  const [first] = spans;
  if (first === undefined) return [];
  const begin = toIso(first.from - LATEST);
  const { rows } = await db.execute(sql`
    with spans as (
      select * from unnest(${sql.param(spans.map(({ from }) => toIso(from)))}::timestamptz[],
        ${sql.param(spans.map(({ to }) => toIso(to)))}::timestamptz[]) with ordinality as each (begun, ended, place)),
    accepted as (
      select placed_at, price from orders
      where environment = ${environment} and created_at >= ${begin}::timestamptz and currency = ${currency} and origin = 'placed'
        and state = any(${sql.param([...SPENT])}::text[]) and placed_at is not null)
    select place, count(placed_at) as orders, coalesce(sum(price), 0) as spent
    from spans left join accepted on placed_at > begun and placed_at <= ended
    group by place order by place`);
  return rowsSchema
    .parse(rows)
    .map(({ orders, spent }) => ({ orders, spent: Math.min(spent, Number.MAX_SAFE_INTEGER) }));
}
