import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { sharedRead } from "#server/db/sharedRead.ts";
import { serviceState } from "#server/db/schema/service.ts";

/** The column stores 32 bits. */
const LARGEST_SKEW_MS = 2_000_000_000;

/**
 * The service's clock minus ours, from the Date header of an answer; nothing without one. The header has whole seconds: a smaller
 * skew than its rounding error counts as none.
 */
export function measureSkew(serviceDate: Instant | null, at: Instant): { skewMs?: number } {
  if (serviceDate === null) return {};
  const difference = serviceDate + SECOND / 2 - at;
  if (Math.abs(difference) <= SECOND) return { skewMs: 0 };
  return { skewMs: Math.max(-LARGEST_SKEW_MS, Math.min(LARGEST_SKEW_MS, difference)) };
}

/** The skew is measured every few seconds and changes by milliseconds, so it need not be read for each order. */
const CACHE_TIME = SECOND;
type CachedSkew = { skewMs: number; at: Instant };
const cache = new WeakMap<Database, Map<Environment, CachedSkew>>();

const skewOfEnvironment = prepared((db) =>
  db
    .select({ skewMs: serviceState.skewMs })
    .from(serviceState)
    .where(eq(serviceState.environment, sql.placeholder("environment")))
    .prepare("clock_skew"),
);
const readShared = sharedRead(
  (environment: Environment) => environment,
  async (db, environment) => (await skewOfEnvironment(db).execute({ environment }))[0]?.skewMs ?? 0,
);

/** The service's clock minus ours, in milliseconds; at most a second old. */
export async function readClockSkew(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
): Promise<number> {
  const cached = cache.get(db) ?? new Map<Environment, CachedSkew>();
  cache.set(db, cached);
  const known = cached.get(environment);
  const at = clock.now();
  if (known !== undefined && Math.abs(at - known.at) < CACHE_TIME) return known.skewMs;
  const skewMs = await readShared(db, environment);
  cached.set(environment, { skewMs, at });
  return skewMs;
}
