import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { acquireToken, availableTokens, LONGEST_WAIT, slowDown, type TokenBucket } from "./tokenBucket.ts";

const NOW = 1_900_000_000_000;
const bucket = (perSecond: number, tokens = 0): TokenBucket => ({ perSecond, tokens, at: NOW });

/** Acquires all tokens that there are until `until`; returns when each call is sent. */
function departures(from: TokenBucket, until: number): number[] {
  const left: number[] = [];
  let current: TokenBucket | null = from;
  let now = from.at;
  while (now < until && current !== null) {
    const acquired = acquireToken(current, now);
    if (!acquired.ok) {
      now = acquired.notBefore;
      continue;
    }
    left.push(now + acquired.waitMs);
    current = acquired.bucket;
  }
  return left;
}

describe("a token bucket", () => {
  it("lets its rate of calls through, one after the other, and grows slowly", () => {
    const left = departures(bucket(10), NOW + 10 * SECOND);
    const inTime = left.filter((at) => at < NOW + 10 * SECOND);
    // Ten seconds at 10 a second, growing by at most a twentieth each second.
    expect(inTime.length).toBeGreaterThan(95);
    expect(inTime.length).toBeLessThan(10 * 10 * 1.05 ** 10);
    expect(left.toSorted((a, b) => a - b)).toEqual(left);
  });

  it("makes a call wait for a short time, and refuses it for a longer one", () => {
    expect(acquireToken(bucket(2, 1), NOW)).toMatchObject({ ok: true, waitMs: 0 });
    expect(acquireToken(bucket(2, 0), NOW)).toMatchObject({ ok: true, waitMs: 500 });
    expect(acquireToken(bucket(2, -3), NOW)).toMatchObject({ ok: true, waitMs: LONGEST_WAIT });
    expect(acquireToken(bucket(2, -3.5), NOW)).toEqual({ ok: false, notBefore: NOW + 2_250 });
  });

  it("saves up the tokens of one second at most", () => {
    const later = acquireToken(bucket(10), NOW + 3_600 * SECOND);
    expect(later).toMatchObject({ ok: true, waitMs: 0, bucket: { perSecond: 10 * 1.05 } });
    expect(later.ok ? later.bucket?.tokens : null).toBeCloseTo(9.5);
  });

  it("is dropped once it limits nothing", () => {
    expect(acquireToken(bucket(501), NOW)).toEqual({ ok: true, waitMs: 0, bucket: null });
  });

  it("says how many calls would get a token", () => {
    expect(availableTokens(bucket(5, 3), NOW)).toBe(13);
    expect(availableTokens(bucket(2, -9), NOW)).toBe(0);
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 400, noNaN: true }),
        fc.integer({ min: -20, max: 20 }),
        (rate, tokens) => {
          const from = bucket(rate, Math.min(rate, tokens));
          const available = availableTokens(from, NOW);
          let current: TokenBucket | null = from;
          let count = 0;
          for (; current !== null; count += 1) {
            const acquired = acquireToken(current, NOW);
            if (!acquired.ok) break;
            current = acquired.bucket;
          }
          expect(Math.abs(count - available)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("a 429", () => {
  it("sets a lower rate than the one before", () => {
    expect(slowDown(null, 100, false, NOW)).toEqual({ perSecond: 70, tokens: 0, at: NOW });
    expect(slowDown(bucket(10, 4), 100, false, NOW)).toEqual({ perSecond: 7, tokens: 0, at: NOW });
    expect(slowDown(bucket(2), 100, false, NOW)?.perSecond).toBe(2);
  });
  it("sets no rate when it answers only a few calls", () => {
    expect(slowDown(null, 3.9, false, NOW)).toBeNull();
  });
  it("does not lower the rate again while an earlier one is in force", () => {
    expect(slowDown(bucket(10, 4), 100, true, NOW)).toEqual({ perSecond: 10, tokens: 0, at: NOW });
    expect(slowDown(bucket(10, -4), 100, true, NOW)?.tokens).toBe(-4);
  });
});
