import "server-only";
import { getTableColumns, inArray } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderKey } from "./filter.ts";

// The body of the intent is the largest part of a row, and no list shows it.
const { body: _body, ...LISTED } = getTableColumns(orders);

/** The rows of a page, in the order of the keys. */
export async function readListed(db: Database, keys: readonly OrderKey[]) {
  if (keys.length === 0) return [];
  const ids = keys.map(({ row }) => row);
  const rows = await db.select(LISTED).from(orders).where(inArray(orders.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
