import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import { SECOND, toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import { aheadOf, sharedTimeOf } from "#server/db/sharedNow.ts";
import { serviceState } from "#server/db/schema/service.ts";

/**
 * Remembers that the service refuses orders for the whole account (403, or 422 for its order limit), so that everybody sees it.
 * @param answeredAt when it did, by `performance.now()`
 */
export async function recordOrderingRefusal(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
  refusal: ServiceErrorBody,
  answeredAt: number,
): Promise<void> {
  const orderingRefusedAt = await sharedTimeOf(db, answeredAt + aheadOf(clock));
  const columns = { orderingRefusal: refusal, orderingRefusedAt };
  await db
    .insert(serviceState)
    .values({ environment, ...columns })
    .onConflictDoUpdate({ target: serviceState.environment, set: columns });
}

const clearRefusal = prepared((db) =>
  db
    .update(serviceState)
    .set({ orderingRefusal: null, orderingRefusedAt: null })
    .where(
      and(
        eq(serviceState.environment, sql.placeholder("environment")),
        lte(serviceState.orderingRefusedAt, sql`${sql.placeholder("acceptedAt")}::timestamptz`),
      ),
    )
    .prepare("clear_ordering_refusal"),
);

/** How often it is stored at most that orders are accepted: those at a high rate share a statement. Milliseconds. */
const STORED_EVERY = SECOND / 10;
type Clearing = {
  /**
   * When the latest order was accepted, by the timer of this process and as far ahead as its clock was then: how long ago that is, is
   * the same by the database's clock.
   */
  acceptedAt: number;
  /** When it was last stored, by the same timer. */
  storedAt: number;
  /** The statement that will say so; null: none. */
  next: Promise<void> | null;
};
const clearings = new WeakMap<Program["db"], Map<Environment, Clearing>>();

function clearingOf(db: Program["db"], environment: Environment): Clearing {
  const ofDatabase = clearings.get(db) ?? new Map<Environment, Clearing>();
  clearings.set(db, ofDatabase);
  const known = ofDatabase.get(environment) ?? { acceptedAt: 0, storedAt: -Infinity, next: null };
  ofDatabase.set(environment, known);
  return known;
}

/**
 * The service has accepted an order, so an earlier refusal for the whole account is over. Takes effect within a tenth of a second.
 * @param answeredAt when it did, by `performance.now()`: storing the order may take long, and a refusal meanwhile is a later one
 */
export function clearOrderingRefusal(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
  answeredAt: number,
): Promise<void> {
  const clearing = clearingOf(db, environment);
  clearing.acceptedAt = Math.max(clearing.acceptedAt, answeredAt + aheadOf(clock));
  return (clearing.next ??= clear(db, environment, clearing));
}

async function clear(db: Program["db"], environment: Environment, clearing: Clearing): Promise<void> {
  await sleep(Math.max(0, clearing.storedAt + STORED_EVERY - performance.now()));
  clearing.next = null;
  clearing.storedAt = performance.now();
  const acceptedAt = toIso(await sharedTimeOf(db, clearing.acceptedAt));
  await clearRefusal(db).execute({ environment, acceptedAt });
}
