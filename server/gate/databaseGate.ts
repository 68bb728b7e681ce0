import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { Database, Log } from "#server/context.ts";
import { serviceGates } from "#server/db/schema/service.ts";
import type { Gate, GateEvent } from "#server/service/client.ts";

/** Where a 429 says nothing of when to come back. */
const RETRY_UNTOLD = 5 * SECOND;
/** A Retry-After beyond this is not believed: it would stop all ordering for a typing mistake of somebody else. */
const LONGEST_FLOOR = 60 * MINUTE;
/** How often a steady service is worth a write. */
const WRITE_EVERY = 5 * SECOND;

export type GateFacts = {
  notBefore: Instant | null;
  /** The service's clock minus ours, milliseconds. */
  skewMs: number;
  silentSince: Instant | null;
};

/**
 * The gate that all calls on one key pass, over all instances: it lives in the database, because Retry-After is a floor
 * for every one of them (DESIGN, invariant 8). Also keeps the clocks' difference and since when the service is silent.
 */
export function createDatabaseGate(db: Database, clock: Clock, log: Log, environment: Environment): Gate {
  let written = 0;
  let silent = false;
  return {
    async admit() {
      const facts = await readGate(db, environment);
      return facts.notBefore !== null && facts.notBefore > clock.now() ? facts.notBefore : null;
    },
    async report(event) {
      // An answer that changes nothing is not worth a write each time.
      if (event.kind === "answered" && !silent && event.at - written < WRITE_EVERY) return;
      if (event.kind === "silent" && silent) return;
      try {
        await write(db, environment, event);
        written = event.at;
        silent = event.kind === "silent";
      } catch (error) {
        log.error({ environment, error }, "The gate could not be written");
      }
    },
  };
}

/** One read of one row, about 0.2 ms. */
export async function readGate(db: Database, environment: Environment): Promise<GateFacts> {
  const [row] = await db
    .select({
      notBefore: serviceGates.notBefore,
      skewMs: serviceGates.skewMs,
      silentSince: serviceGates.silentSince,
    })
    .from(serviceGates)
    .where(eq(serviceGates.environment, environment));
  return {
    notBefore: row?.notBefore ?? null,
    skewMs: row?.skewMs ?? 0,
    silentSince: row?.silentSince ?? null,
  };
}

async function write(db: Database, environment: Environment, event: GateEvent): Promise<void> {
  const at = new Date(event.at).toISOString();
  if (event.kind === "silent") {
    await db
      .insert(serviceGates)
      .values({ environment, silentSince: event.at })
      .onConflictDoUpdate({
        target: serviceGates.environment,
        set: { silentSince: sql`coalesce(${serviceGates.silentSince}, ${at}::timestamptz)` },
      });
    return;
  }
  if (event.kind === "throttled") {
    const until = event.at + Math.min(LONGEST_FLOOR, event.retryAfterMs ?? RETRY_UNTOLD);
    await db
      .insert(serviceGates)
      .values({ environment, notBefore: until, lastAnswerAt: event.at })
      .onConflictDoUpdate({
        target: serviceGates.environment,
        set: {
          // Only ever later: an earlier answer must not lower a floor that another instance was told.
          notBefore: sql`greatest(${serviceGates.notBefore}, ${new Date(until).toISOString()}::timestamptz)`,
          lastAnswerAt: event.at,
          silentSince: null,
        },
      });
    return;
  }
  const skew = event.serviceDate === null ? {} : { skewMs: skewOf(event.serviceDate, event.at) };
  await db
    .insert(serviceGates)
    .values({ environment, lastAnswerAt: event.at, ...skew })
    .onConflictDoUpdate({
      target: serviceGates.environment,
      set: { lastAnswerAt: event.at, silentSince: null, ...skew },
    });
}

/** The Date header has whole seconds: half of one is its error. Less than that is no skew. */
function skewOf(serviceDate: Instant, at: Instant): number {
  const difference = serviceDate + SECOND / 2 - at;
  return Math.abs(difference) <= SECOND ? 0 : Math.max(-2_000_000_000, Math.min(2_000_000_000, difference));
}
