import "server-only";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { serviceState } from "#server/db/schema/service.ts";
import type { CallOutcome } from "#server/service/client.ts";

/** How often an answer is stored that changes nothing but the time of the last answer. */
const WRITE_EVERY = 5 * SECOND;

/** Decides which outcomes of this instance's calls are stored: one that changes nothing is not worth a write. */
export class OutcomeFilter {
  #lastWriteAt = 0;
  #lastAnswerAt = 0;
  #isUnreachable = false;

  isWorthWriting(outcome: CallOutcome): boolean {
    // If the service has answered since that call was sent, the call was lost but the service is reachable.
    if (outcome.kind === "unreachable") return !this.#isUnreachable && outcome.at >= this.#lastAnswerAt;
    this.#lastAnswerAt = outcome.at;
    return (
      outcome.kind === "throttled" || this.#isUnreachable || outcome.at - this.#lastWriteAt >= WRITE_EVERY
    );
  }

  written(outcome: CallOutcome): void {
    this.#lastWriteAt = outcome.at;
    this.#isUnreachable = outcome.kind === "unreachable";
  }
}

/** The columns that an answer changes. */
export function reachableAt(at: Instant) {
  return { lastAnswerAt: at, unreachableSince: null };
}

/**
 * Records that the service has been unreachable since `sentAt`, when the first call without an answer was sent; unless that is
 * already recorded, or another instance has had an answer since.
 */
export async function recordUnreachable(
  db: Database,
  environment: Environment,
  sentAt: Instant,
): Promise<void> {
  await db
    .insert(serviceState)
    .values({ environment, unreachableSince: sentAt })
    .onConflictDoUpdate({
      target: serviceState.environment,
      set: { unreachableSince: sentAt },
      setWhere: and(
        isNull(serviceState.unreachableSince),
        or(isNull(serviceState.lastAnswerAt), lte(serviceState.lastAnswerAt, sentAt)),
      ),
    });
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
