import "server-only";
import { sql, type AnyColumn, type Placeholder, type SQL } from "drizzle-orm";
import { toIso, type Instant } from "#lib/time/instant.ts";

/**
 * SQL for the tokens in a row's bucket, refilled up to `now`. `at`: when it had `tokens`. A clock that is behind takes none away.
 * A placeholder for `now` gets its ISO text. Used as a condition in an update's `where`, it checks and takes tokens in one statement.
 */
export function refilledTokens(
  { tokens, at }: { tokens: AnyColumn; at: AnyColumn },
  { burst, perSecond }: { burst: number | Placeholder; perSecond: number | Placeholder },
  now: Instant | Placeholder,
): SQL<number> {
  const instant = sql`${typeof now === "number" ? toIso(now) : now}::timestamptz`;
  const seconds = sql`greatest(0, extract(epoch from ${instant} - ${at}))`;
  return sql<number>`least(${burst}::float8, ${tokens} + ${seconds} * ${perSecond}::float8)`;
}
