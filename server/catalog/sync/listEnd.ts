import "server-only";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import type { ProductListing } from "#server/service/readers/answers.ts";

/** Tells where a list ends, while it is read page by page. */
export class ListEnd {
  readonly #take: number;
  /** Whether the page before was shorter than requested, and so the last one as far as its length says. */
  #isAfterShort = false;

  /** @param take how many records are requested at once */
  constructor(take: number) {
    this.#take = take;
  }

  /**
   * Called with each page that was read, in their order: whether it is the last one. A page shorter than requested is, unless the service
   * says that more follow, because it may return fewer than requested. If it says so at the very end, one more call returns an empty page.
   */
  isLast({ recordCount, total, hasMore, pageCount }: ProductListing, nextSkip: number): boolean {
    this.#isAfterShort = recordCount < this.#take;
    if (recordCount === 0) return true;
    if (!this.#isAfterShort || hasMore === true) return false;
    if (total !== null) return nextSkip >= total;
    return pageCount === undefined || Math.ceil(nextSkip / this.#take) >= pageCount;
  }

  /**
   * Whether the service refused a page because it is beyond the end, which we only learn by asking when the last page was full, or said
   * that more follow.
   */
  isBeyond(
    failure: ServiceFailure,
    { nextSkip, total }: { nextSkip: number; total: number | null },
  ): boolean {
    const isRefused = failure.kind === "refused" || failure.kind === "not_found";
    return isRefused && nextSkip > 0 && (total === null ? this.#isAfterShort : nextSkip >= total);
  }
}
