import "server-only";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";
import { KEY, toKeys, type Scan } from "./scanList.ts";
import { alongIndex, ordering } from "./scope.ts";

/** All conditions of a row, the most selective first: the others are then hardly ever evaluated. */
export function rarestFirst({ conditions }: Pick<Scan, "conditions">, shares: readonly number[]): SQL {
  const places = conditions.map((_, place) => place);
  const ordered = places.toSorted((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0));
  return sql.join(
    ordered.flatMap((place) => conditions[place]?.checked ?? []),
    sql` and `,
  );
}

/**
 * Returns the first matches of a list: reads along the index of its sort until there are enough matches, or until `rows` rows
 * were read. `isAll` is true if the list ended there, so that there are no further matches.
 */
export async function readOn(
  db: Database,
  filter: OrderFilter,
  page: OrderedPage,
  { conditions, shares, rows }: Pick<Scan, "conditions" | "rows"> & { shares: readonly number[] },
): Promise<{ keys: OrderKey[]; isAll: boolean }> {
  const { sort, take } = page;
  const stretch = (columns: SQL) => alongIndex(filter, page, columns, rows + 1);
  // Named like the table, so that the conditions can be used unchanged. Rows come in the order of the sort, so the limit stops
  // the reading early.
  const found = await db.execute(sql`
    select ${KEY} from (
      select * from (${stretch(sql`*`)}) as stretches order by ${ordering(sort)} limit ${rows}) as order_search
    where ${rarestFirst({ conditions }, shares)} order by ${ordering(sort)} limit ${take}`);
  const keys = toKeys(found.rows);
  if (keys.length >= take) return { keys, isAll: false };
  const beyond = await db.execute(
    sql`select from (${stretch(sql`order_row`)}) as stretches offset ${rows} limit 1`,
  );
  return { keys, isAll: beyond.rows.length === 0 };
}
