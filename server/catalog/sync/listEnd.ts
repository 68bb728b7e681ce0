import "server-only";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import type { ProductListing } from "#server/serviceClient/readers/answers.ts";

/** Tells where a list ends, while it is read page by page. */
export class ListEnd {
  readonly #take: number;
  /** Whether the page before was shorter than requested, and so the last one as far as its length says. */
  #isAfterShort = false;
  /** Whether the pages so far say how to find the end: one was as long as requested, or said what follows. */
  #isReliable: boolean;

  /**
   * @param take how many records are requested at once
   * @param read how many were read before, by a run that is resumed
   */
  constructor(take: number, read = 0) {
    this.#take = take;
    this.#isReliable = read > 0 && read % take === 0;
  }

  /**
   * Called with each page that was read, in their order: whether it is the last one. A page shorter than requested is, unless the service
   * says that more follow, because it may return fewer than requested. If it says so at the very end, one more call returns an empty page.
   */
  isLast({ recordCount, total, hasMore, pageCount }: ProductListing, nextSkip: number): boolean {
    this.#isAfterShort = recordCount < this.#take;
    const says = total !== null || hasMore !== undefined || pageCount !== undefined;
    this.#isReliable ||= !this.#isAfterShort || says;
    if (recordCount === 0) return true;
    if (!this.#isAfterShort || hasMore === true) return false;
    if (total !== null) return nextSkip >= total;
    return pageCount === undefined || Math.ceil(nextSkip / this.#take) >= pageCount;
  }

  /**
   * Whether nothing but its length says that the page is the last one, while every page so far was shorter than requested: the service may
   * return fewer at once, and only the next page shows it.
   */
  isUnsure({ recordCount }: ProductListing): boolean {
    return recordCount > 0 && !this.#isReliable;
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
    if (!isRefused || nextSkip === 0) return false;
    // A refusal (400) after full pages can be a limit to `skip`; a page that is not found (404) is beyond the end.
    return total === null ? this.#isAfterShort || failure.kind === "not_found" : nextSkip >= total;
  }
}
