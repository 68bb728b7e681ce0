import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";

/** Records that one transaction seals. Enough for a second of more orders than one instance holds. */
const BATCH = 5_000;

/** Seals all committed audit records that are not sealed yet; returns how many. Of several instances at once, one does it. */
export async function sealAudit(db: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await db.execute<{ sealed: number }>(sql`select seal_audit(${BATCH}::int) as sealed`);
    const sealed = rows[0]?.sealed ?? 0;
    total += Math.max(0, sealed);
    if (sealed < BATCH) return total;
  }
}
