import "server-only";
import { and, sql } from "drizzle-orm";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import type { Database } from "#server/db/connect.ts";
import { conditionsByAmount, conditionsOf } from "./conditions.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";
import { KEY, scanList, toKeys } from "./scanList.ts";
import { alongIndex, beyond, hasPlace, isByAmount, ordering, withinScope } from "./scope.ts";
import { throughTerms } from "./throughTerms.ts";

/**
 * How many rows are scanned: first, and at most in a second scan if that is likely to fill the page. Rows that are adjacent on disk are
 * read in a tenth of the time of rows that are scattered over the table.
 */
export const SCAN = { sideBySide: { first: 6_000, most: 40_000 }, scattered: { first: 1_000, most: 4_000 } };

/**
 * One page of a list of orders, as the keys of its orders. Scans the first rows along the index of the sort; only where too few of
 * them match are the others found through the index of terms (docs/decisions/0014-orders-are-searched-in-a-table-of-their-own.md).
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
  const expected = 1.5 * take * (first.seen / Math.max(first.matching, 1));
  if (expected <= bound.most) {
    const second = await scanList(db, filter, { ...scan, rows: Math.ceil(expected / arms) });
    if (second.isAll || second.keys.length >= take) return second.keys;
  }
  return throughTerms(db, conditions, first.shares, async (tx, demanded) => {
    const { rows } = await tx.execute(sql`
      with found as materialized (
        select order_row, created_at, price from order_search
        where ${and(withinScope(filter), beyond(sort, page.after), byAmount ? hasPlace(filter) : undefined, demanded)}
      )
      select ${KEY} from found order by ${ordering(sort)} limit ${take}`);
    return toKeys(rows);
  });
}

/** True where the listed rows are mostly adjacent on disk: rows are stored by time, and nearly all orders end completed. */
function isSideBySide({ states }: OrderFilter, byAmount: boolean): boolean {
  return !byAmount && (states === null || states.every((state) => STATES[state].codes === "all"));
}
