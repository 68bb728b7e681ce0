import "server-only";
import { sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { describeForAdministrators } from "#server/context/serviceCallError.ts";
import { tryLockUntilCommit } from "#server/db/advisoryLock.ts";
import { findGoneProducts } from "./findGoneProducts.ts";
import {
  LIMITS,
  pageThroughCatalog,
  type PagingResult,
  type SyncJob,
  type SyncLimits,
} from "./pageThroughCatalog.ts";
import { unseenIds } from "./storedProducts.ts";
import { completeSyncRun, dropSyncRun, failSyncRun, latestSyncRuns } from "./syncRuns.ts";

export type SyncResult =
  | { kind: "complete"; seen: number; retired: number }
  /** Another instance is syncing. */
  | { kind: "busy" }
  /** Call again at `retryAt`: the run continues where it stopped. */
  | { kind: "paused" | "failed"; reason: string; retryAt: Instant }
  | { kind: "not-configured" };

/** The pause after a list that has no readable end. */
const PAUSE_AFTER_ENDLESS_LIST = 30 * MINUTE;
/** A list that has changed during each of so many readings is taken as it was read last. */
const MOST_READINGS = 3;
/** The next run is due when the last complete one is this old. */
const SYNC_EVERY = 15 * MINUTE;

/**
 * Syncs the catalog, unless a run has recently completed or failed. Called by jobs and at start-up; cheap enough to be called
 * often, by every instance.
 */
export async function ensureCatalogFresh(
  program: Program,
  environment: Environment,
): Promise<SyncResult | { kind: "fresh" | "resting" }> {
  const { complete, latest } = await latestSyncRuns(program, environment);
  const now = program.clock.now();
  const completedAt = complete?.finishedAt ?? null;
  if (completedAt !== null && now - completedAt < SYNC_EVERY) return { kind: "fresh" };
  // An endless list must not be read over and over, however often this is called.
  const givenUpAt = latest?.failedAt == null ? null : latest.finishedAt;
  if (givenUpAt !== null && now - givenUpAt < PAUSE_AFTER_ENDLESS_LIST) return { kind: "resting" };
  return syncCatalog(program, environment);
}

/**
 * Reads the service's whole list of products (docs/service-interface.md §4.2). Resumes an interrupted run, waits as long as the
 * service asks, and retires a product only after a complete run that did not see it. Of several callers, in any process, one
 * works and the others get `busy` at once. Never throws because of the service.
 */
export async function syncCatalog(
  program: Program,
  environment: Environment,
  limits: Partial<SyncLimits> = {},
): Promise<SyncResult> {
  const service = program.services[environment];
  if (!service) return { kind: "not-configured" };
  // The transaction only holds the lock, which is released even if the process crashes.
  return program.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    if (!(await tryLockUntilCommit(tx, `catalog sync ${environment}`))) return { kind: "busy" };
    const job = { program, service, limits: { ...LIMITS, ...limits } };
    const paged = await pageUntilStable(job, environment);
    return paged.kind === "end" ? completeSync(job, paged) : failSync(program, paged);
  });
}

/** Reads the list again while it changes under the reading, or until two readings show the same. */
async function pageUntilStable(job: SyncJob, environment: Environment): Promise<PagingResult> {
  const { program } = job;
  let before: string | null = null;
  for (let readings = 1; ; readings += 1) {
    const paged = await pageThroughCatalog(job, environment);
    if (paged.kind !== "end" || paged.shift === null) return paged;
    // A service can list a product twice for good.
    if (paged.shift === before) return { ...paged, shift: null };
    if (readings === MOST_READINGS) return paged;
    before = paged.shift;
    await dropSyncRun(program.db, paged.run, program.clock.now());
    program.log.info({ environment, syncRun: paged.run.id }, "The catalog changed while it was read: again");
  }
}

async function completeSync(
  job: SyncJob,
  { run, shift }: Extract<PagingResult, { kind: "end" }>,
): Promise<SyncResult> {
  const { program } = job;
  const goneIds = await findGoneProducts(job, run, await unseenIds(program.db, run), shift === null);
  const changes = await completeSyncRun(program.db, run, goneIds, program.clock.now());
  const { environment, id: syncRun, seen } = run;
  const details = { environment, syncRun, seen, retired: goneIds.length, ...changes };
  program.log.info(details, "Catalog sync run complete");
  return { kind: "complete", seen: run.seen, retired: goneIds.length };
}

async function failSync(
  { db, clock, log }: Program,
  paged: Exclude<PagingResult, { kind: "end" }>,
): Promise<SyncResult> {
  const { run } = paged;
  const isEndless = paged.kind === "endless";
  const isThrottled = !isEndless && paged.failure.kind === "throttled";
  const now = clock.now();
  const reason = isEndless ? paged.reason : describeForAdministrators(paged.failure);
  await failSyncRun(db, run, reason, isEndless, now);
  log.warn({ environment: run.environment, syncRun: run.id, reason }, "Catalog sync run stopped");
  const pause = isEndless
    ? PAUSE_AFTER_ENDLESS_LIST
    : Math.max(paged.failure.retryAfterMs ?? 0, isThrottled ? SECOND : MINUTE);
  return { kind: isThrottled ? "paused" : "failed", reason, retryAt: now + pause };
}
