import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

const WINDOW_SECONDS = 10;

/** How many calls this instance sent lately: what a 429 is measured against. Counts by the second. */
export class RecentCalls {
  readonly #counts = new Map<number, number>();

  add(now: Instant): void {
    const second = Math.floor(now / SECOND);
    if (!this.#counts.has(second)) this.#forget(second);
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1);
  }

  /** Calls a second over the seconds in which there were any: a burst is not thinned by the silence before it. */
  perSecond(now: Instant): number {
    this.#forget(Math.floor(now / SECOND));
    const counts = [...this.#counts.values()];
    if (counts.length === 0) return 1;
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  }

  #forget(second: number): void {
    for (const known of this.#counts.keys()) {
      if (known <= second - WINDOW_SECONDS || known > second) this.#counts.delete(known);
    }
  }
}
