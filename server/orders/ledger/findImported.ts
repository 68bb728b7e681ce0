import "server-only";
import { inArray, sql } from "drizzle-orm";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { importedRows } from "#lib/orders/references/importedLineId.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findByParts } from "./findByParts.ts";
import { findLatestRow } from "./findLatest.ts";

/**
 * The latest order of the same rows of a table within RECENT_BATCH_DAYS, whatever products, amounts and quantities were made of them: at least
 * two thirds of the rows of the smaller one, so also of a part of the table, or of a longer one. Of a single row, a table of one row.
 */
export async function findImported(
  db: Database | Transaction,
  request: MemberRequest,
  lineIds: readonly string[],
): Promise<RecentOrder | null> {
  const rows = importedRows(lineIds);
  if (rows.length === 0 || request.recentOrderMs === 0 || request.recentBatchMs === 0) return null;
  const count = rows.length;
  const sharing = await findByParts(db, request, "row", {
    parts: sql`${sql.param(rows)}::bigint[]`,
    count,
    isEnough: sql`shared * 3 >= 2 * least(parts, ${count}::int) and (shared > 1 or greatest(parts, ${count}::int) = 1)`,
  });
  if (sharing.length === 0) return null;
  const shared = new Map(sharing.map((each) => [each.id, each.shared]));
  const found = await findLatestRow(db, request, inArray(orders.id, [...shared.keys()]), () => true);
  return found === null ? null : { ...found.recent, importedRows: shared.get(found.id) ?? 1 };
}
