import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import type { Database } from "#server/db/connect.ts";
import type { Condition } from "./conditions.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";
import { alongIndex, isByAmount, isDescending, ordering, REVERSED } from "./scope.ts";

/** A page of at most `take` matches, and how far the list is scanned for it. */
export type Scan = OrderedPage & {
  conditions: readonly Condition[];
  /** How many rows are scanned, for each state that the filter names. */
  rows: number;
};

const keysSchema = z.array(
  z.object({ row: z.string(), at: z.coerce.number(), price: z.coerce.number().nullable() }),
);
/** The columns of {@link OrderKey}, as they are selected. */
export const KEY = sql`order_row as row, round(extract(epoch from created_at) * 1000)::bigint as at, price`;

export function toKeys(rows: unknown): OrderKey[] {
  return keysSchema.parse(rows).map(({ row, at, price }) => ({ row, createdAt: at, price }));
}

export const statesSchema = z.array(z.object({ state: z.enum(ORDER_STATES), count: z.int() }));
const scanSchema = z.tuple([
  z.object({
    seen: z.int(),
    matching: z.int(),
    holding: z.array(z.int()),
    states: statesSchema.nullable(),
    keys: z.unknown(),
    last: z.unknown(),
  }),
]);

const holding = (place: number) => sql`${sql.identifier(`holds_${place}`)}`;

/**
 * Scans the first rows of a list along the index of its sort, and returns the matches, their states and the share of rows that
 * meet each condition. The keys are the first matches of the list without a gap; there may be fewer than `take`.
 */
export async function scanList(db: Database, filter: OrderFilter, scan: Scan) {
  const { conditions, sort, take } = scan;
  const places = conditions.map((_, place) => place);
  const all = sql.join(places.map(holding), sql` and `);
  const columns: SQL = sql`order_row, created_at, price, state, ${sql.join(
    conditions.map(({ checked }, place) => sql`${checked} as ${holding(place)}`),
    sql`, `,
  )}`;
  const { rows } = await db.execute(sql`
    with seen as materialized (${alongIndex(filter, scan, columns, scan.rows)}), fitting as materialized (select * from seen where ${all})
    select count(*)::int as seen, (select count(*)::int from fitting) as matching,
      array[${sql.join(
        places.map((place) => sql`(count(*) filter (where ${holding(place)}))::int`),
        sql`, `,
      )}] as holding,
      (select json_agg(row_to_json(counted)) from (select state, count(*) as count from fitting group by state) as counted) as states,
      (select json_agg(row_to_json(chosen)) from (
        select ${KEY} from fitting ${withinHorizon(filter, scan)} order by ${ordering(sort)} limit ${take}) as chosen) as keys,
      (select json_agg(row_to_json(final)) from (select ${KEY} from seen order by ${ordering(REVERSED[sort])} limit 1) as final) as last
    from seen`);
  const [found] = scanSchema.parse(rows);
  return {
    seen: found.seen,
    matching: found.matching,
    /** True if the whole list was scanned. */
    isAll: found.seen < scan.rows,
    states: found.states ?? [],
    keys: toKeys(found.keys ?? []),
    /** The last scanned row, from which the scan can be continued; not if the filter names several states. */
    last: toKeys(found.last ?? [])[0] ?? null,
    /** For each condition, the share of scanned rows that meet it, from 0 to 1. */
    shares: found.holding.map((count) => count / Math.max(found.seen, 1)),
  };
}

/**
 * Several states are scanned separately, and a scan that was cut off may have further rows. Only matches before the nearest
 * cut-off are certain to be the next ones of the list.
 */
function withinHorizon(filter: OrderFilter, { sort, rows }: Scan): SQL {
  if (isByAmount(sort) || (filter.states?.length ?? 1) === 1) return sql``;
  const [end, nearest, within] = isDescending(sort) ? ["min", "max", ">"] : ["max", "min", "<"];
  const place = sql.raw(`${end}(created_at)`);
  return sql`where coalesce(created_at ${sql.raw(within)} (
    select ${sql.raw(nearest)}(place) from (
      select ${place} as place from seen group by state having count(*) >= ${rows}) as cut_off), true)`;
}
