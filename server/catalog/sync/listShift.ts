import "server-only";
import type { ProductListing } from "#server/serviceClient/readers/answers.ts";
import type { SyncRun } from "./syncRuns.ts";

/**
 * Notices that a list changes while it is read page by page: a product that was added before the place of the reading moves others to the
 * next page, where they come once more, and one that was removed moves them to a page that was read already. The first shows by
 * products that come twice, the second only by the total.
 */
export class ListShift {
  /** Products that came on an earlier page too. */
  readonly #twice = new Set<number>();
  #hasTotalChanged: boolean;

  /** @param run where the reading begins; what a resumed run has read before counts too. */
  constructor({ nextSkip, seen, unreadable }: SyncRun) {
    this.#hasTotalChanged = nextSkip > seen + unreadable.length;
  }

  /**
   * Notes a page that was read.
   * @param totalBefore what the pages before said about the length of the list.
   * @param known those of its products that had come on an earlier page.
   */
  note({ total, recordCount }: ProductListing, totalBefore: number | null, known: readonly number[]): void {
    for (const id of known) this.#twice.add(id);
    // Some services count the records of the page.
    if (total === null || totalBefore === null || total === recordCount) return;
    this.#hasTotalChanged ||= total !== totalBefore;
  }

  /** What has shifted, as text that is the same if the same comes again; null if nothing has. */
  describe(): string | null {
    if (this.#twice.size === 0 && !this.#hasTotalChanged) return null;
    return JSON.stringify([this.#hasTotalChanged, [...this.#twice].toSorted((a, b) => a - b)]);
  }
}
