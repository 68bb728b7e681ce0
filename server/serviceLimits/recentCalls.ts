import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

const WINDOW_SECONDS = 10;

/** Counts the calls that this instance sent in the last seconds: the rate at which a 429 occurred. */
export class RecentCalls {
  readonly #counts = new Map<number, number>();

  add(now: Instant): void {
    const second = Math.floor(now / SECOND);
    if (!this.#counts.has(second)) this.#forget(second);
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1);
  }

  /** Calls per second, over the seconds with calls only, so that idle seconds before a burst do not count. */
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
