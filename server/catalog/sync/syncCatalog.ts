import "server-only";
import { sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { ProductListing, ServiceAnswer } from "#server/service/client.ts";
import { isEndOfList } from "./isEndOfList.ts";
import { beginPass, failPass, finishPass, recordPage, unseenIds, type Pass } from "./syncRuns.ts";
import { missingProducts } from "./missingProducts.ts";
import { describeFailure } from "#server/catalog/serviceTrouble.ts";
import { LIMITS, persist, type SyncLimits, type Walk } from "./pageThroughCatalog.ts";

export type SyncResult =
  | { kind: "complete"; seen: number; retired: number }
  /** Another instance is at it. */
  | { kind: "busy" }
  /** To be called again at `retryAt`: the pass goes on where it stopped. */
  | { kind: "paused" | "failed"; reason: string; retryAt: Instant }
  | { kind: "not-configured" };

/** How long a list is left alone that could not be read to its end. */
export const REST_AFTER_GIVING_UP = 30 * MINUTE;

/** Any number that nobody else locks by; the environment is the second half of the key. */
const LOCK = 0x0ca7a106;
const LOCK_OF: Record<Environment, number> = { sandbox: 1, production: 2 };

/**
 * One full pass over the service's list of products (docs/service-interface.md §4.2) into the index of `environment`: resumes an
 * interrupted pass, waits as long as the service asks, and retires a product only after a pass that reached the end without seeing it.
 * Of several callers, in whatever process, one works; the others get `busy` at once. Never throws for what the service does.
 */
export async function syncCatalog(
  program: Program,
  environment: Environment,
  limits: Partial<SyncLimits> = {},
): Promise<SyncResult> {
  const service = program.services[environment];
  if (!service) return { kind: "not-configured" };
  // The transaction only carries the lock: it ends with the process, however that ends.
  return program.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const lock = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}, ${LOCK_OF[environment]}) as held`,
    );
    if (lock.rows[0]?.held !== true) return { kind: "busy" };
    return walk({ program, service, limits: { ...LIMITS, ...limits } }, environment);
  });
}

async function walk(work: Walk, environment: Environment): Promise<SyncResult> {
  const { program, limits } = work;
  let pass = await beginPass(program.db, environment, program.clock.now());
  program.log.info({ environment, pass: pass.id, skip: pass.nextSkip }, "catalog pass begins");
  let repeatedPages = 0;
  let answer = await readPage(work, pass.nextSkip);
  for (;;) {
    if (!answer.ok) {
      if (isEndOfList(answer.failure, pass)) return complete(work, pass);
      return stop(work, pass, answer.failure);
    }
    const listing = answer.value;
    const nextSkip = pass.nextSkip + listing.recordCount;
    const last = isLastPage(listing, nextSkip, limits.take);
    const endless = nextSkip >= limits.maxRecords && !last;
    // The next page is on its way while this one is written.
    const [following, recorded] = await Promise.all([
      last || endless ? null : readPage(work, nextSkip),
      recordPage(program.db, pass, listing, program.clock.now()),
    ]);
    pass = recorded.pass;
    repeatedPages = recorded.fresh === 0 && listing.products.length > 0 ? repeatedPages + 1 : 0;
    if (repeatedPages >= limits.maxRepeatedPages) return giveUp(work, pass, repeats(pass));
    if (endless) return giveUp(work, pass, neverEnds(pass));
    if (following === null) return complete(work, pass);
    answer = following;
  }
}

/** A short page is the last one, unless the service's own total says that more follow (it may give fewer than asked for). */
function isLastPage(listing: ProductListing, nextSkip: number, take: number): boolean {
  if (listing.recordCount === 0) return true;
  if (listing.recordCount >= take) return false;
  return listing.total === null || nextSkip >= listing.total;
}

const repeats = (pass: Pass) =>
  `The service gave the same products again and again (${pass.seen} of them so far). Its list may ignore "skip"; tell the service's support.`;
const neverEnds = (pass: Pass) =>
  `The service's list goes on after ${pass.nextSkip.toLocaleString("en")} products. Codedesk reads no further; what was read can be searched.`;

function readPage(work: Walk, skip: number): Promise<ServiceAnswer<ProductListing>> {
  return persist(work, () => work.service.listProducts({ skip, take: work.limits.take }));
}

async function complete(work: Walk, pass: Pass): Promise<SyncResult> {
  const { program } = work;
  const gone = await missingProducts(work, pass, await unseenIds(program.db, pass));
  await finishPass(program.db, pass, gone, program.clock.now());
  const facts = { environment: pass.environment, pass: pass.id, seen: pass.seen, retired: gone.length };
  program.log.info(facts, "catalog pass complete");
  return { kind: "complete", seen: pass.seen, retired: gone.length };
}

async function giveUp(work: Walk, pass: Pass, reason: string): Promise<SyncResult> {
  const now = work.program.clock.now();
  await failPass(work.program.db, pass, reason, true, now);
  work.program.log.warn({ environment: pass.environment, pass: pass.id, reason }, "catalog pass given up");
  return { kind: "failed", reason, retryAt: now + REST_AFTER_GIVING_UP };
}

async function stop(work: Walk, pass: Pass, failure: ServiceFailure): Promise<SyncResult> {
  const { program } = work;
  const now = program.clock.now();
  const reason = describeFailure(failure);
  const paused = failure.kind === "throttled";
  await failPass(program.db, pass, reason, false, now);
  program.log.warn({ environment: pass.environment, pass: pass.id, reason }, "catalog pass stopped");
  const wait = Math.max(failure.retryAfterMs ?? 0, paused ? SECOND : MINUTE);
  return { kind: paused ? "paused" : "failed", reason, retryAt: now + wait };
}
