import "server-only";
import { and, sql } from "drizzle-orm";
import { z } from "zod";
import type { StateCount } from "#lib/contracts/orders/order.ts";
import { ORDER_STATES, type OrderState } from "#lib/contracts/orders/orderState.ts";
import type { Database } from "#server/db/connect.ts";
import { conditionsOf, type Condition } from "./conditions.ts";
import type { OrderFilter } from "./filter.ts";
import { planTerms, type TermPlan } from "./planTerms.ts";
import { rarestFirst } from "./readOn.ts";
import { scanList, statesSchema, type Scan } from "./scanList.ts";
import { alongIndex, withinScope } from "./scope.ts";
import { throughTerms } from "./throughTerms.ts";

export const COUNT = {
  /** Without conditions, orders of each state are counted up to this number. */
  byIndex: 10_000,
  /** How many of the newest rows are scanned first. */
  first: 3_000,
  /**
   * If fewer than `few` of them match, all matches are found through the index of terms, up to `found`; but if some match and
   * that would take longer than `longestUs`, the newest `rows` are scanned, as they are in all other cases.
   */
  few: 6,
  found: 4_000,
  longestUs: 15_000,
  rows: 12_000,
};

type Counts = Partial<Record<OrderState, StateCount>>;

type StateCounts = z.infer<typeof statesSchema>;

/**
 * Counts the orders in each state that match a filter, ignoring the states that the filter names. Where `more` is true, the count
 * is a lower bound (docs/decisions/0014-orders-are-searched-in-a-table-of-their-own.md).
 */
export async function countStates(db: Database, given: OrderFilter, bounds = COUNT): Promise<Counts> {
  const filter = { ...given, states: null };
  const conditions = await conditionsOf(db, filter);
  if (conditions.length === 0) return countByIndex(db, filter, bounds.byIndex);
  const scan = { sort: "newest", after: null, conditions, take: 0 } as const;
  const first = await scanList(db, filter, { ...scan, rows: bounds.first });
  if (first.isAll) return toCounts(first.states, false);
  if (first.matching < bounds.few) {
    const plan = await planTerms(db, withinScope(filter), conditions, first);
    if (first.matching === 0 || plan.costUs <= bounds.longestUs) {
      return countThroughTerms(db, filter, conditions, plan, bounds.found);
    }
  }
  const further = await countFurther(
    db,
    filter,
    { ...scan, after: first.last, rows: bounds.rows - first.seen },
    first.shares,
  );
  return toCounts(added(first.states, further.states), !further.isAll);
}

async function countThroughTerms(
  db: Database,
  filter: OrderFilter,
  conditions: readonly Condition[],
  plan: TermPlan,
  most: number,
): Promise<Counts> {
  const states = await throughTerms(db, conditions, plan, async (tx, demanded) => {
    const { rows } = await tx.execute(sql`
      with found as materialized (
        select state from order_search where ${and(withinScope(filter), demanded)} limit ${most + 1})
      select state, count(*)::int as count from found group by state`);
    return statesSchema.parse(rows);
  });
  const all = states.reduce((sum, { count }) => sum + count, 0);
  return toCounts(states, all > most);
}

const furtherSchema = z.tuple([z.object({ seen: z.int(), states: statesSchema.nullable() })]);

/** Continues counting where the first scan ended. */
async function countFurther(db: Database, filter: OrderFilter, scan: Scan, shares: readonly number[]) {
  const { rows } = await db.execute(sql`
    with seen as materialized (${alongIndex(filter, scan, sql`state, ${rarestFirst(scan, shares)} as fits`, scan.rows)})
    select count(*)::int as seen, (select json_agg(row_to_json(counted)) from (
      select state, count(*) as count from seen where fits group by state) as counted) as states
    from seen`);
  const [{ seen, states }] = furtherSchema.parse(rows);
  return { states: states ?? [], isAll: seen < scan.rows };
}

function added(...lists: readonly StateCounts[]): StateCounts {
  const sums = new Map<OrderState, number>();
  for (const { state, count } of lists.flat()) sums.set(state, (sums.get(state) ?? 0) + count);
  return [...sums].map(([state, count]) => ({ state, count }));
}

function toCounts(states: StateCounts, more: boolean): Counts {
  const counts: Counts = more
    ? Object.fromEntries(ORDER_STATES.map((state) => [state, { count: 0, more }]))
    : {};
  for (const { state, count } of states) counts[state] = { count, more };
  return counts;
}

async function countByIndex(db: Database, filter: OrderFilter, most: number): Promise<Counts> {
  const { rows } = await db.execute(sql`
    select state, count from unnest(${sql.param([...ORDER_STATES])}::text[]) as each (state), lateral (
      select count(*)::int as count from (
        select from order_search where ${withinScope(filter)} and order_search.state = each.state
        order by created_at desc limit ${most + 1}) as counted) as counted
    where count > 0`);
  return Object.fromEntries(
    statesSchema
      .parse(rows)
      .map(({ state, count }) => [state, { count: Math.min(count, most), more: count > most }]),
  );
}
