import "server-only";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import type { ProductListing } from "#server/service/readers/answers.ts";

/**
 * A page shorter than `take` is the last one, unless the service says that more follow, because it may return fewer than
 * requested. If it says so at the very end, one more call returns an empty page.
 */
export function isLastPage(
  { recordCount, total, hasMore, pageCount }: ProductListing,
  nextSkip: number,
  take: number,
): boolean {
  if (recordCount === 0) return true;
  if (recordCount >= take || hasMore === true) return false;
  if (total !== null) return nextSkip >= total;
  return pageCount === undefined || Math.ceil(nextSkip / take) >= pageCount;
}

/**
 * Whether the service refused a page because it is beyond the end, which we only learn by asking when the last page was full, or said that
 * more follow. `isAfterShort`: whether the page before was shorter than `take`, and so the last one as far as its length says.
 */
export function isBeyondEnd(
  failure: ServiceFailure,
  { nextSkip, total }: { nextSkip: number; total: number | null },
  isAfterShort: boolean,
): boolean {
  const isRefused = failure.kind === "refused" || failure.kind === "not_found";
  return isRefused && nextSkip > 0 && (total === null ? isAfterShort : nextSkip >= total);
}
