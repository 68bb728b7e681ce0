import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceErrorBody } from "#lib/contracts/serviceError.ts";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { serviceState } from "#server/db/schema/service.ts";

/** Remembers that the service refuses orders for the whole account (403, or 422 for its order limit), so that everybody sees it. */
export async function recordOrderingRefusal(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
  refusal: ServiceErrorBody,
): Promise<void> {
  const columns = { orderingRefusal: refusal, orderingRefusedAt: sharedNow(aheadOf(clock)) };
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
        lte(serviceState.orderingRefusedAt, sharedNow(sql.placeholder("ahead"))),
      ),
    )
    .prepare("clear_ordering_refusal"),
);

/** How long the orders that are accepted at a high rate share one statement. Milliseconds. */
const SHARED_FOR = SECOND / 2;
/**
 * The statement that says that orders were accepted. `acceptedAt`: when the latest was, by the timer of this process and as far
 * ahead as its clock was then; how long ago that is, is the same by the database's clock.
 */
type Clearing = { acceptedAt: number; done: Promise<void> };
const clearings = new WeakMap<Program["db"], Map<Environment, Clearing>>();

/** The service has accepted an order, so an earlier refusal for the whole account is over. Takes effect within half a second. */
export function clearOrderingRefusal(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
): Promise<void> {
  const ofDatabase = clearings.get(db) ?? new Map<Environment, Clearing>();
  clearings.set(db, ofDatabase);
  const acceptedAt = performance.now() + aheadOf(clock);
  const running = ofDatabase.get(environment);
  if (running !== undefined) {
    running.acceptedAt = acceptedAt;
    return running.done;
  }
  const clear = async (): Promise<void> => {
    await sleep(SHARED_FOR);
    ofDatabase.delete(environment);
    await clearRefusal(db).execute({ environment, ahead: clearing.acceptedAt - performance.now() });
  };
  const clearing: Clearing = { acceptedAt, done: clear() };
  ofDatabase.set(environment, clearing);
  return clearing.done;
}
