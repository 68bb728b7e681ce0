import "server-only";
import { sql } from "drizzle-orm";
import { addDays } from "#lib/time/calendarDays.ts";
import type { Transaction } from "#server/db/connect.ts";

/** Days in UTC; `from` is inclusive, `to` exclusive. */
export type DaySpan = { from: string; to: string };
const MONTH = 30;

/** The days of the ledger in spans of a month, so that no statement takes long. */
export async function spansOfLedger(tx: Transaction): Promise<DaySpan[]> {
  const { rows } = await tx.execute<{ first: string | null; last: string | null }>(sql`
    select (min(first) at time zone 'UTC')::date::text as first, (max(last) at time zone 'UTC')::date::text as last
    from unnest(array['sandbox', 'production']) as each (environment), lateral (
      select min(created_at) as first, max(created_at) as last from orders where orders.environment = each.environment) as ends`);
  const { first, last } = rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return [];
  const spans: DaySpan[] = [];
  for (let from = first; from <= last; from = addDays(from, MONTH))
    spans.push({ from, to: addDays(from, MONTH) });
  return spans;
}
