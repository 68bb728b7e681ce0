import "server-only";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import type { OrderedPage, OrderFilter, OrderKey } from "./filter.ts";
import { KEY, toKeys, type Scan } from "./scanList.ts";
import { alongIndex, ordering } from "./scope.ts";

/** All conditions of rows, the one that fewest meet first: the others are then hardly ever evaluated. */
export function rarestFirst({ conditions }: Pick<Scan, "conditions">, shares: readonly number[]): SQL {
  const places = conditions.map((_, place) => place);
  const ordered = places.toSorted((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0));
  return sql.join(
    ordered.flatMap((place) => conditions[place]?.checked ?? []),
    sql` and `,
  );
}

/**
 * The first matches of a list, read along the index of its sort until there are enough of them, or `rows` rows were read. `isAll` tells whether the
 * list ended before that: a further match can then not exist.
 */
export async function readOn(
  db: Database,
  filter: OrderFilter,
  page: OrderedPage,
  { conditions, shares, rows }: Pick<Scan, "conditions" | "rows"> & { shares: readonly number[] },
): Promise<{ keys: OrderKey[]; isAll: boolean }> {
  const { sort, take } = page;
  const stretch = (columns: SQL) => alongIndex(filter, page, columns, rows + 1);
  // Under the name of the table, so that the conditions apply. Rows come in the order of the sort, so that nothing is read in vain.
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
