import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";

/** How many records one transaction seals: enough for all that one instance records in a second, and more. */
const BATCH = 5_000;

/**
 * Seals all committed audit records that are not sealed yet and returns how many. If several instances call it at once, one does
 * the work.
 */
export async function sealAudit(db: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await db.execute<{ sealed: number }>(sql`select seal_audit(${BATCH}::int) as sealed`);
    const sealed = rows[0]?.sealed ?? 0;
    total += Math.max(0, sealed);
    if (sealed < BATCH) return total;
  }
}
