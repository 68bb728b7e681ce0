import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Program } from "#server/context/context.ts";

const WAITING = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once a statement in this database waits for a lock of another transaction. */
export async function untilBlocked({ db }: Pick<Program, "db">): Promise<void> {
  await expect
    .poll(async () => (await db.execute(WAITING)).rows.length, { timeout: 5_000 })
    .toBeGreaterThan(0);
}
