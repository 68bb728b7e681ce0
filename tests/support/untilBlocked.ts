import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Program } from "#server/context/context.ts";

// Only of this database, because other tests have theirs on the same server and wait for locks as well.
const WAITING = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** How many statements in this database wait for a lock of another transaction. */
export async function blockedStatements({ db }: Pick<Program, "db">): Promise<number> {
  return (await db.execute(WAITING)).rows.length;
}

/** Resolves once `count` statements or more in this database wait for a lock of another transaction. */
export async function untilBlocked(program: Pick<Program, "db">, count = 1): Promise<void> {
  await expect.poll(() => blockedStatements(program), { interval: 20 }).toBeGreaterThanOrEqual(count);
}
