import "server-only";
import { and, sql } from "drizzle-orm";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import type { Database } from "#server/db/connect.ts";
import { conditionsByAmount, conditionsOf } from "./conditions.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";
import { planTerms } from "./planTerms.ts";
import { readOn } from "./readOn.ts";
import { KEY, scanList, toKeys } from "./scanList.ts";
import { alongIndex, beyond, hasPlace, isByAmount, ordering, withinScope } from "./scope.ts";
import { throughTerms } from "./throughTerms.ts";

/**
 * How many rows are scanned first, how many more may be read at most, and what reading one costs in microseconds. Rows that are
 * adjacent on disk take a fraction of the time of rows scattered over the table.
 */
export const SCAN = {
  sideBySide: { first: 3_000, most: 48_000, rowUs: 0.6 },
  scattered: { first: 1_000, most: 12_000, rowUs: 2.2 },
};

/**
 * Returns the keys of one page of orders. Scans the first rows along the index of the sort. If the share of matches suggests that
 * the page will soon be full, it continues along that index; otherwise it finds the remaining orders through the index of terms
 * (docs/decisions/0014-orders-are-searched-in-a-table-of-their-own.md).
 */
export async function findOrders(
  db: Database,
  filter: OrderFilter,
  page: OrderedPage,
  bounds = SCAN,
): Promise<OrderKey[]> {
  const { sort, take } = page;
  const byAmount = isByAmount(sort);
  const conditions = await (byAmount ? conditionsByAmount(db, filter) : conditionsOf(db, filter));
  if (conditions.length === 0) {
    const { rows } = await db.execute(sql`
      select ${KEY} from (${alongIndex(filter, page, sql`*`, take)}) as rows order by ${ordering(sort)} limit ${take}`);
    return toKeys(rows);
  }
  const bound = isSideBySide(filter, byAmount) ? bounds.sideBySide : bounds.scattered;
  const arms = byAmount ? 1 : (filter.states?.length ?? 1);
  const scan = { ...page, conditions };
  const first = await scanList(db, filter, { ...scan, rows: Math.ceil(bound.first / arms) });
  if (first.isAll || first.keys.length >= take) return first.keys;
  const plan = await planTerms(db, withinScope(filter), conditions, first);
  const expected = take * (first.seen / Math.max(first.matching, 1));
  if (1.5 * expected <= bound.most && expected * bound.rowUs <= plan.costUs) {
    // Matches are not spread evenly, so we read twice as far as expected before we stop.
    const rows = Math.ceil(Math.min(2 * expected, bound.most));
    const { keys, isAll } = await readOn(db, filter, page, { conditions, shares: first.shares, rows });
    if (isAll || keys.length >= take) return keys;
  }
  return throughTerms(db, conditions, plan, async (tx, demanded) => {
    const { rows } = await tx.execute(sql`
      with found as materialized (
        select order_row, created_at, price from order_search
        where ${and(withinScope(filter), beyond(sort, page.after), byAmount ? hasPlace(filter) : undefined, demanded)}
      )
      select ${KEY} from found order by ${ordering(sort)} limit ${take}`);
    return toKeys(rows);
  });
}

/** Whether the listed rows are mostly adjacent on disk: rows are stored by time, and nearly all orders end completed. */
function isSideBySide({ states }: OrderFilter, byAmount: boolean): boolean {
  return !byAmount && (states === null || states.every((state) => STATES[state].codes === "all"));
}
