import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { serviceState } from "#server/db/schema/service.ts";
import type { CallOutcome } from "#server/serviceClient/client.ts";

/** How often an answer is stored that changes nothing but the time of the last answer. */
const WRITE_EVERY = 5 * SECOND;

/** Decides which outcomes of this instance's calls are stored: one that changes nothing is not worth a write. */
export class OutcomeFilter {
  #lastWriteAt = 0;
  #lastAnswerAt = 0;
  #isUnreachable = false;

  /** Takes note of an outcome at once, also if earlier ones are still being stored. */
  note(outcome: CallOutcome): void {
    if (outcome.kind !== "unreachable") this.#lastAnswerAt = outcome.at;
  }

  /** Asked when all earlier outcomes are stored. */
  isWorthWriting({ kind, at }: CallOutcome): boolean {
    if (kind === "throttled") return true;
    // If the service has answered since: a lost call does not make it unreachable, and the later answer says more than this one.
    if (at < this.#lastAnswerAt) return false;
    if (kind === "unreachable") return !this.#isUnreachable;
    // The machine's clock may have been set back since.
    return this.#isUnreachable || Math.abs(at - this.#lastWriteAt) >= WRITE_EVERY;
  }

  /** `isUnreachable`: what is stored now. */
  written({ at }: CallOutcome, isUnreachable: boolean): void {
    this.#lastWriteAt = at;
    this.#isUnreachable = isUnreachable;
  }
}

/** The columns that an answer changes. */
export function reachableAt(at: Instant) {
  return { lastAnswerAt: at, unreachableSince: null };
}

/**
 * Records that the service has been unreachable since `sentAt`, when the first call without an answer was sent; unless that is
 * already recorded, or another instance has had an answer since. Returns whether it counts as unreachable now.
 */
export async function recordUnreachable(
  db: Database,
  environment: Environment,
  sentAt: Instant,
): Promise<boolean> {
  const known = serviceState.unreachableSince;
  const hasAnswered = sql`coalesce(${serviceState.lastAnswerAt} > ${toIso(sentAt)}::timestamptz, false)`;
  const [row] = await db
    .insert(serviceState)
    .values({ environment, unreachableSince: sentAt })
    .onConflictDoUpdate({
      target: serviceState.environment,
      set: {
        unreachableSince: sql`case when ${hasAnswered} then ${known} else coalesce(${known}, excluded.unreachable_since) end`,
      },
    })
    .returning({ since: known });
  return row !== undefined && row.since !== null;
}

const unreachableSince = prepared((db) =>
  db
    .select({ unreachableSince: serviceState.unreachableSince })
    .from(serviceState)
    .where(eq(serviceState.environment, sql.placeholder("environment")))
    .prepare("unreachable_since"),
);

/** Since when the service has been unreachable; null while it answers. */
export async function readUnreachableSince(db: Database, environment: Environment): Promise<Instant | null> {
  const [row] = await unreachableSince(db).execute({ environment });
  return row?.unreachableSince ?? null;
}
