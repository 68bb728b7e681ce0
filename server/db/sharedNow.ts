import "server-only";
import { sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Clock, Instant } from "#lib/time/instant.ts";
import type { Database } from "./connect.ts";

/**
 * The time by the database's clock, which is the same for all instances: those of their own may differ by minutes.
 * @param ahead how far the program's clock was moved, in milliseconds
 */
export function sharedNow(ahead: number | Placeholder): SQL {
  return sql`clock_timestamp() + ${ahead}::float8 * interval '1 millisecond'`;
}

/**
 * A moment of this process by the database's clock; at the earliest, because the time that the answer takes counts as before it.
 * @param moment by `performance.now()`, plus how far the program's clock was moved
 */
export async function sharedTimeOf(db: Database, moment: number): Promise<Instant> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) as ms`,
  );
  return Math.floor(Number(rows[0]?.ms) - (performance.now() - moment));
}

export function aheadOf(clock: Clock): number {
  return clock.ahead?.() ?? 0;
}
