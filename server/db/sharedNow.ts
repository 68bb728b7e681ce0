import "server-only";
import { sql, type Placeholder, type SQL } from "drizzle-orm";
import type { Clock } from "#lib/time/instant.ts";

/**
 * The time by the database's clock, which is the same for all instances: those of their own may differ by minutes.
 * @param ahead how far the program's clock was moved, in milliseconds
 */
export function sharedNow(ahead: number | Placeholder): SQL {
  return sql`clock_timestamp() + ${ahead}::float8 * interval '1 millisecond'`;
}

export function aheadOf(clock: Clock): number {
  return clock.ahead?.() ?? 0;
}
