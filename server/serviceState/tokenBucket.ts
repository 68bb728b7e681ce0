import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

/**
 * A token bucket whose rate was learned from 429s, as it was at `at`; each call takes a token. Without a bucket calls are not
 * limited: the service never asked us to slow down (docs/service-interface.md §8: its limits are not stated).
 */
export type TokenBucket = {
  perSecond: number;
  /** Below zero: so many calls are waiting for a token. */
  tokens: number;
  at: Instant;
};

/** The rate after a 429 is this share of the rate before. */
const SLOWDOWN = 0.7;
/** While calls are made without a 429, the rate grows by this factor each second: one bad hour does not slow us for ever. */
const GROWTH = 1.05;
/** Below this rate, calls a second, Retry-After alone limits us. */
const SLOWEST = 2;
/** A 429 that fewer calls a second were answered with teaches no rate: only its Retry-After counts. */
const RATE_TO_LEARN_FROM = 4;
/** A bucket with a higher rate limits nothing and is dropped. */
const FASTEST = 500;
/** A call waits for its token itself, at most this long; otherwise it is told when to try again. */
export const LONGEST_WAIT = 2 * SECOND;

/** How many calls may leave at once: those of one second, at least one. */
function capacity(perSecond: number): number {
  return Math.max(1, perSecond);
}

/** The bucket as refilled by `now`. The rate grows only with use: for each call by one second's growth at most. */
function refill(bucket: TokenBucket, now: Instant): TokenBucket {
  const seconds = Math.max(0, now - bucket.at) / SECOND;
  const perSecond = bucket.perSecond * GROWTH ** Math.min(1, seconds);
  const tokens = Math.min(capacity(perSecond), bucket.tokens + bucket.perSecond * seconds);
  return { perSecond, tokens, at: Math.max(now, bucket.at) };
}

/** A token that may be used after `waitMs`, with the bucket that is left (null: no longer needed); or when to try again. */
export type Acquired =
  | { ok: true; waitMs: number; bucket: TokenBucket | null }
  | { ok: false; notBefore: Instant };

export function acquireToken(bucket: TokenBucket, now: Instant): Acquired {
  const filled = refill(bucket, now);
  if (filled.perSecond > FASTEST) return { ok: true, waitMs: 0, bucket: null };
  const tokens = filled.tokens - 1;
  const waitMs = tokens >= 0 ? 0 : Math.ceil((-tokens / filled.perSecond) * SECOND);
  if (waitMs > LONGEST_WAIT) return { ok: false, notBefore: now + waitMs };
  return { ok: true, waitMs, bucket: { ...filled, tokens } };
}

/** How many calls would get a token now. */
export function availableTokens(bucket: TokenBucket, now: Instant): number {
  const { tokens, perSecond } = refill(bucket, now);
  return Math.max(0, Math.floor(tokens + (perSecond * LONGEST_WAIT) / SECOND));
}

/**
 * The bucket after a 429: slower than before. Null where it teaches no rate.
 * @param recentPerSecond how many calls this instance sent lately.
 * @param isRepeated another 429 is still in force: calls in flight together are throttled together, and slow us down once.
 */
export function slowDown(
  bucket: TokenBucket | null,
  recentPerSecond: number,
  isRepeated: boolean,
  now: Instant,
): TokenBucket | null {
  if (bucket === null && recentPerSecond < RATE_TO_LEARN_FROM) return null;
  if (bucket !== null && isRepeated) return { ...bucket, tokens: Math.min(0, bucket.tokens) };
  const before = bucket === null ? recentPerSecond : Math.min(bucket.perSecond, FASTEST);
  return { perSecond: Math.max(SLOWEST, before * SLOWDOWN), tokens: 0, at: now };
}
