import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

/**
 * A token bucket whose rate was learned from 429s, as it stood at `at`. No bucket: the service never asked us to slow down,
 * and nothing is held back (docs/service-interface.md §8: rates are not told).
 */
export type Bucket = { perSecond: number; tokens: number; at: Instant };

/** After a 429, this part of the rate that met it. */
const SLOWER = 0.7;
/** While it is used without a 429, the rate grows by this a second: what was learned in a bad hour does not stay for ever. */
const GROWTH = 1.05;
/** Slower than this, Retry-After alone keeps the pace. */
const SLOWEST = 2;
/** A 429 in answer to fewer calls a second than this says nothing of a rate: its Retry-After is heeded, and that is all. */
const TELLING = 4;
/** A rate beyond this holds nothing back: the bucket is given up. */
const FASTEST = 500;
/** A call waits for its turn itself, this long at most; after that it is told when to come back. */
export const LONGEST_TURN = 2 * SECOND;

/** How much may go at once: what a second brings, at least one call. */
function capacity(perSecond: number): number {
  return Math.max(1, perSecond);
}

/** The bucket as time has filled it. Growth needs use: a second of it at most for each call. */
function refill(bucket: Bucket, now: Instant): Bucket {
  const seconds = Math.max(0, now - bucket.at) / SECOND;
  const perSecond = bucket.perSecond * GROWTH ** Math.min(1, seconds);
  const tokens = Math.min(capacity(perSecond), bucket.tokens + bucket.perSecond * seconds);
  return { perSecond, tokens, at: Math.max(now, bucket.at) };
}

/** What a call gets: its turn after `waitMs` with the bucket that is left, or no turn before `until`. */
export type Turn = { kind: "turn"; waitMs: number; left: Bucket | null } | { kind: "later"; until: Instant };

export function acquire(bucket: Bucket, now: Instant): Turn {
  const filled = refill(bucket, now);
  if (filled.perSecond > FASTEST) return { kind: "turn", waitMs: 0, left: null };
  const tokens = filled.tokens - 1;
  const waitMs = tokens >= 0 ? 0 : Math.ceil((-tokens / filled.perSecond) * SECOND);
  if (waitMs > LONGEST_TURN) return { kind: "later", until: now + waitMs };
  return { kind: "turn", waitMs, left: { ...filled, tokens } };
}

/** How many calls would get their turn now. */
export function turnsLeft(bucket: Bucket, now: Instant): number {
  const { tokens, perSecond } = refill(bucket, now);
  return Math.max(0, Math.floor(tokens + (perSecond * LONGEST_TURN) / SECOND));
}

/**
 * What a 429 teaches: slower than we just were. `recentPerSecond` is what this instance sent lately. Calls under way together
 * meet their 429s together: all of them are one lesson, the first.
 */
export function slowedDown(
  bucket: Bucket | null,
  recentPerSecond: number,
  isSameLesson: boolean,
  now: Instant,
): Bucket | null {
  if (bucket === null && recentPerSecond < TELLING) return null;
  if (bucket !== null && isSameLesson) return { ...bucket, tokens: Math.min(0, bucket.tokens) };
  const was = bucket === null ? recentPerSecond : Math.min(bucket.perSecond, FASTEST);
  return { perSecond: Math.max(SLOWEST, was * SLOWER), tokens: 0, at: now };
}
