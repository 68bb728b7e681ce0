import { sql, type SQL } from "drizzle-orm";

/** The products of an array of lines, in a list of what is selected: one row for each line. */
export function productIdsOfLines(lines: SQL): SQL<number> {
  return sql<number>`(jsonb_path_query(${lines}, '$[*].productId') #>> '{}')::bigint`.mapWith(Number);
}
