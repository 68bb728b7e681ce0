import "server-only";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import type { ProductListing } from "#server/service/readers/answers.ts";

/** A short page is the last one, unless the service's own total says that more follow: it may return fewer than requested. */
export function isLastPage({ recordCount, total }: ProductListing, nextSkip: number, take: number): boolean {
  if (recordCount === 0) return true;
  if (recordCount >= take) return false;
  return total === null || nextSkip >= total;
}

/** Whether the service refused a page because it is beyond the end, which we only learn by asking when the last page was full. */
export function isBeyondEnd(
  failure: ServiceFailure,
  { nextSkip, total }: { nextSkip: number; total: number | null },
): boolean {
  const isRefused = failure.kind === "refused" || failure.kind === "not_found";
  return isRefused && total !== null && nextSkip > 0 && nextSkip >= total;
}
