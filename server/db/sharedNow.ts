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

/** How far each database's clock is ahead of this process's timer, in milliseconds, by all that was asked so far. */
const differences = new WeakMap<Database, number>();

/**
 * A moment of this process by the database's clock; too early rather than too late. Moments keep their order, however long the
 * database takes to answer: what is known of its clock stays unless a later answer contradicts it.
 * @param moment by `performance.now()`, plus how far the program's clock was moved
 */
export async function sharedTimeOf(db: Database, moment: number): Promise<Instant> {
  const asked = performance.now();
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  const ms = Number(rows[0]?.ms);
  // The clock was read at some time between the question and the answer.
  const atLeast = ms - performance.now();
  const difference = Math.min(Math.max(differences.get(db) ?? atLeast, atLeast), ms - asked);
  differences.set(db, difference);
  return Math.floor(moment + difference);
}

export function aheadOf(clock: Clock): number {
  return clock.ahead?.() ?? 0;
}
