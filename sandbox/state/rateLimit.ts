import type { DialectLimits } from "#sandbox/dialect/limits.ts";

export type Rate = Pick<DialectLimits, "burst" | "perSecond" | "bySecond">;

/** A token bucket for each key (docs/service-interface.md §8: exceeding it gives 429 with Retry-After). */
export class RateLimit {
  #rate: Rate;
  #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  get rate(): Rate {
    return this.#rate;
  }

  /** Returns null if the call may pass, else the whole seconds to wait. */
  acquire(key: string, now: number): number | null {
    const { burst, perSecond, bySecond } = this.#rate;
    const known = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const elapsed = Math.max(0, now - known.at) / 1_000;
    const isNewSecond = Math.floor(now / 1_000) > Math.floor(known.at / 1_000);
    const gained = bySecond ? (isNewSecond ? burst : 0) : elapsed * perSecond;
    const tokens = Math.min(burst, known.tokens + gained);
    if (tokens < 1) {
      this.#buckets.set(key, { tokens, at: now });
      return bySecond ? 1 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    }
    this.#buckets.set(key, { tokens: tokens - 1, at: now });
    return null;
  }

  set(rate: Rate): void {
    this.#rate = rate;
    this.#buckets.clear();
  }
}
