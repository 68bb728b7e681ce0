import { CHOICES } from "#sandbox/interface/choices.ts";

/** A token bucket for each key (docs/service-interface.md §8: exceeding it gives 429 with Retry-After). */
export class RateLimit {
  burst: number = CHOICES.rateBurst;
  perSecond: number = CHOICES.ratePerSecond;
  #buckets = new Map<string, { tokens: number; at: number }>();

  /** Returns null if the call may pass, else the whole seconds to wait. */
  acquire(key: string, now: number): number | null {
    const known = this.#buckets.get(key) ?? { tokens: this.burst, at: now };
    const tokens = Math.min(
      this.burst,
      known.tokens + (Math.max(0, now - known.at) / 1_000) * this.perSecond,
    );
    if (tokens < 1) {
      this.#buckets.set(key, { tokens, at: now });
      return Math.max(1, Math.ceil((1 - tokens) / this.perSecond));
    }
    this.#buckets.set(key, { tokens: tokens - 1, at: now });
    return null;
  }

  set(burst: number, perSecond: number): void {
    this.burst = burst;
    this.perSecond = perSecond;
    this.#buckets.clear();
  }
}
