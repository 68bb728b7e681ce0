import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { SECOND } from "#lib/time/instant.ts";
import { formatCount } from "#lib/text/counts.ts";
import type { Program } from "#server/context/context.ts";
import type { ServiceAnswer, ServiceClient } from "#server/serviceClient/client.ts";
import type { ProductListing } from "#server/serviceClient/readers/answers.ts";
import { ListEnd } from "./listEnd.ts";
import { ListShift } from "./listShift.ts";
import { retryServiceCall, type RetryLimits } from "./retryServiceCall.ts";
import { recordPage, startSyncRun, type SyncRun } from "./syncRuns.ts";

export type SyncLimits = RetryLimits & {
  /** Records on a page: the most that the service returns at once (docs/service-interface.md §8). */
  take: number;
  /** A list longer than this counts as endless. */
  maxRecords: number;
  /** After this many full pages in a row without a new product, the service is assumed to repeat itself. */
  maxRepeatedPages: number;
};

export const LIMITS: SyncLimits = {
  take: 100,
  maxRecords: 1_000_000,
  maxRepeatedPages: 20,
  longestWait: 20 * SECOND,
  retries: 3,
  firstPause: SECOND,
};

export type SyncJob = { program: Program; service: ServiceClient; limits: SyncLimits };

/**
 * How the paging ended: at the end of the list, with a failed call, or because the list has no readable end. `shift`: the list changed while
 * it was read, so that products may be missing; two readings of an unchanged list have the same one.
 */
export type PagingResult =
  | { kind: "end"; run: SyncRun; shift: string | null }
  | { kind: "failed"; run: SyncRun; failure: ServiceFailure }
  | { kind: "endless"; run: SyncRun; reason: string };

/** Stores the service's list of products page by page, from where an interrupted sync run stopped. */
export async function pageThroughCatalog(job: SyncJob, environment: Environment): Promise<PagingResult> {
  const { program, limits } = job;
  let run = await startSyncRun(program.db, environment, program.clock.now());
  program.log.info({ environment, syncRun: run.id, skip: run.nextSkip }, "Catalog sync run started");
  const end = new ListEnd(limits.take, run.nextSkip);
  const shift = new ListShift(run);
  let repeatedPages = 0;
  let answer = await readPage(job, run.nextSkip);
  for (;;) {
    if (!answer.ok) {
      if (end.isBeyond(answer.failure, run)) return { kind: "end", run, shift: shift.describe() };
      return { kind: "failed", run, failure: answer.failure };
    }
    const listing = answer.value;
    const nextSkip = run.nextSkip + listing.recordCount;
    const isLast = end.isLast(listing, nextSkip);
    const isUnsure = isLast && end.isUnsure(listing);
    const isTooLong = nextSkip >= limits.maxRecords && !isLast;
    // The next page is requested while this one is stored.
    const [following, recorded] = await Promise.all([
      (isLast && !isUnsure) || isTooLong ? null : readPage(job, nextSkip),
      recordPage(program.db, run, listing, program.clock.now()),
    ]);
    shift.note(listing, run.total, recorded.known);
    run = recorded.run;
    repeatedPages = recorded.fresh === 0 && listing.products.length > 0 ? repeatedPages + 1 : 0;
    if (repeatedPages >= limits.maxRepeatedPages) return { kind: "endless", run, reason: repeats(run) };
    if (isTooLong) return { kind: "endless", run, reason: tooLong(run) };
    if (following === null || (isLast && !hasOthers(following, listing)))
      return { kind: "end", run, shift: shift.describe() };
    answer = following;
  }
}

/** Whether the next page was read, and does not repeat this one. */
function hasOthers(next: ServiceAnswer<ProductListing>, { products }: ProductListing): boolean {
  const known = new Set(products.map(({ product }) => product.id));
  return next.ok && next.value.products.some(({ product }) => !known.has(product.id));
}

const repeats = ({ seen }: SyncRun) =>
  `The service returned the same products again and again (${formatCount(seen)} of them so far). Its list may ignore "skip": contact the service's support.`;
const tooLong = ({ nextSkip }: SyncRun) =>
  `The service's list has more than ${formatCount(nextSkip)} products. Codedesk reads no further; the products read so far can be searched.`;

function readPage({ service, limits }: SyncJob, skip: number): Promise<ServiceAnswer<ProductListing>> {
  return retryServiceCall(limits, () => service.listProducts({ skip, take: limits.take }));
}
