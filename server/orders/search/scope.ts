import "server-only";
import { and, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { toIso } from "#lib/time/instant.ts";
import { orderSearch } from "#server/db/schema/orderSearch.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";

export const isByAmount = (sort: OrderSort) => sort === "amount-high" || sort === "amount-low";
export const isDescending = (sort: OrderSort) => sort === "newest" || sort === "amount-high";

/** The opposite of each sort. */
export const REVERSED: Record<OrderSort, OrderSort> = {
  newest: "oldest",
  oldest: "newest",
  "amount-high": "amount-low",
  "amount-low": "amount-high",
};

/** The ORDER BY columns of a sort, as in its index. */
export function ordering(sort: OrderSort): SQL {
  const first = isByAmount(sort) ? sql.identifier("price") : sql.identifier("created_at");
  const direction = isDescending(sort) ? sql`desc` : sql`asc`;
  return sql`${first} ${direction}, order_row ${direction}`;
}

/** The conditions that every scanned row meets: environment, days and states. */
export function withinScope(filter: OrderFilter, states = filter.states): SQL | undefined {
  return and(
    eq(orderSearch.environment, filter.environment),
    states === null ? undefined : inArray(orderSearch.state, [...states]),
    filter.from === null ? undefined : gte(orderSearch.createdAt, filter.from),
    filter.to === null ? undefined : lt(orderSearch.createdAt, filter.to),
  );
}

/** The condition for the rows after the given key; undefined at the start of the list. */
export function beyond(sort: OrderSort, after: OrderKey | null): SQL | undefined {
  if (after === null) return undefined;
  const sign = isDescending(sort) ? sql`<` : sql`>`;
  return isByAmount(sort)
    ? sql`(${orderSearch.price}, ${orderSearch.orderRow}) ${sign} (${after.price}::bigint, ${after.row}::uuid)`
    : sql`(${orderSearch.createdAt}, ${orderSearch.orderRow}) ${sign} (${toIso(after.createdAt)}::timestamptz, ${after.row}::uuid)`;
}

/** A list sorted by amount contains only orders that have an amount in the filter's currency. */
export function hasPlace({ currency }: OrderFilter): SQL {
  return sql`${orderSearch.currency} = ${currency} and ${orderSearch.price} is not null`;
}

/**
 * The first `limit` rows of a list along the index of its sort, without the other conditions. Several states are several ranges
 * of the index, each with `limit` rows. The index by amount contains neither states nor days.
 */
export function alongIndex(
  filter: OrderFilter,
  { sort, after }: Pick<OrderedPage, "sort" | "after">,
  columns: SQL,
  limit: number,
): SQL {
  const stretch = (scope: SQL | undefined) => sql`(
    select ${columns} from order_search
    where ${and(scope, beyond(sort, after))} order by ${ordering(sort)} limit ${limit})`;
  if (isByAmount(sort))
    return stretch(and(eq(orderSearch.environment, filter.environment), hasPlace(filter)));
  const { states } = filter;
  if (states === null) return stretch(withinScope(filter));
  return sql.join(
    states.map((state) => stretch(withinScope(filter, [state]))),
    sql` union all `,
  );
}
