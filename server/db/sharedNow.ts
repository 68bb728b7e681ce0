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

/** The time by the database's clock at some moment between the call and its end. */
export async function readSharedTime(db: Database): Promise<Instant> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) as ms`,
  );
  return Number(rows[0]?.ms);
}

export function aheadOf(clock: Clock): number {
  return clock.ahead?.() ?? 0;
}
