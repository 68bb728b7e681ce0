import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

/**
 * A token bucket with a rate learned from 429s, as it was at `at`; each call takes a token. Without a bucket, calls are not
 * limited: the service has never asked us to slow down (docs/service-interface.md §8: its limits are not stated).
 */
export type TokenBucket = {
  perSecond: number;
  /** Below zero: that many calls are waiting for a token. */
  tokens: number;
  at: Instant;
};

/** After a 429, the rate becomes this share of the previous rate. */
const SLOWDOWN = 0.7;
/** While calls are made without a 429, the rate grows by this factor each second, so that one bad hour does not slow us down for ever. */
const GROWTH = 1.05;
/** In calls per second. Below this rate, only Retry-After limits us. */
const SLOWEST = 2;
/** A 429 at a lower rate of calls teaches no rate: only its Retry-After counts. */
const RATE_TO_LEARN_FROM = 4;
/** A bucket with a higher rate limits nothing and is dropped. */
const FASTEST = 500;
/** The longest time that a call waits for its token; beyond that it is told when to try again. */
export const LONGEST_WAIT = 2 * SECOND;

/** How many calls may be sent at once: those of one second, at least one. */
function capacity(perSecond: number): number {
  return Math.max(1, perSecond);
}

/** The bucket refilled up to `now`. The rate grows only with use: with each call by one second's growth at most. */
function refill(bucket: TokenBucket, now: Instant): TokenBucket {
  const seconds = Math.max(0, now - bucket.at) / SECOND;
  const perSecond = bucket.perSecond * GROWTH ** Math.min(1, seconds);
  const tokens = Math.min(capacity(perSecond), bucket.tokens + bucket.perSecond * seconds);
  return { perSecond, tokens, at: Math.max(now, bucket.at) };
}

/** Either a token that may be used after `waitMs`, with the remaining bucket (null: no longer needed), or when to try again. */
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
 * The bucket after a 429: slower than before. Null if the 429 teaches no rate.
 * @param recentPerSecond how many calls per second this instance has recently sent.
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
