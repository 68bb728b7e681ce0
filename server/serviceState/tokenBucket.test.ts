import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { LONGEST_TURN, slowedDown, acquire, turnsLeft, type Bucket } from "./tokenBucket.ts";

const NOW = 1_900_000_000_000;
const bucket = (perSecond: number, tokens = 0): Bucket => ({ perSecond, tokens, at: NOW });

/** Takes as many turns as there are by `until`; answers when each call would leave. */
function departures(from: Bucket, until: number): number[] {
  const left: number[] = [];
  let current: Bucket | null = from;
  let now = from.at;
  while (now < until && current !== null) {
    const turn = acquire(current, now);
    if (turn.kind === "later") {
      now = turn.until;
      continue;
    }
    left.push(now + turn.waitMs);
    current = turn.left;
  }
  return left;
}

describe("a learned pace", () => {
  test("lets through what a second brings, one after the other, and grows only slowly", () => {
    const left = departures(bucket(10), NOW + 10 * SECOND);
    const inTime = left.filter((at) => at < NOW + 10 * SECOND);
    // Ten seconds at 10 a second, growing by a twentieth each second at most.
    expect(inTime.length).toBeGreaterThan(95);
    expect(inTime.length).toBeLessThan(10 * 10 * 1.05 ** 10);
    expect(left.toSorted((a, b) => a - b)).toEqual(left);
  });

  test("makes a call wait for moments, and sends it away for longer", () => {
    expect(acquire(bucket(2, 1), NOW)).toMatchObject({ kind: "turn", waitMs: 0 });
    expect(acquire(bucket(2, 0), NOW)).toMatchObject({ kind: "turn", waitMs: 500 });
    expect(acquire(bucket(2, -3), NOW)).toMatchObject({ kind: "turn", waitMs: LONGEST_TURN });
    expect(acquire(bucket(2, -3.5), NOW)).toEqual({ kind: "later", until: NOW + 2_250 });
  });

  test("does not save up more than a second of silence", () => {
    const later = acquire(bucket(10), NOW + 3_600 * SECOND);
    expect(later).toMatchObject({ kind: "turn", waitMs: 0, left: { perSecond: 10 * 1.05 } });
    expect(later.kind === "turn" ? later.left?.tokens : null).toBeCloseTo(9.5);
  });

  test("is forgotten once it holds nothing back", () => {
    expect(acquire(bucket(501), NOW)).toEqual({ kind: "turn", waitMs: 0, left: null });
  });

  test("tells how many calls would not be sent away", () => {
    expect(turnsLeft(bucket(5, 3), NOW)).toBe(13);
    expect(turnsLeft(bucket(2, -9), NOW)).toBe(0);
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 400, noNaN: true }),
        fc.integer({ min: -20, max: 20 }),
        (rate, tokens) => {
          const from = bucket(rate, Math.min(rate, tokens));
          const turns = turnsLeft(from, NOW);
          let current: Bucket | null = from;
          let taken = 0;
          for (; current !== null; taken += 1) {
            const turn = acquire(current, NOW);
            if (turn.kind === "later") break;
            current = turn.left;
          }
          expect(Math.abs(taken - turns)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("a 429", () => {
  test("teaches less than the rate that met it", () => {
    expect(slowedDown(null, 100, false, NOW)).toEqual({ perSecond: 70, tokens: 0, at: NOW });
    expect(slowedDown(bucket(10, 4), 100, false, NOW)).toEqual({ perSecond: 7, tokens: 0, at: NOW });
    expect(slowedDown(bucket(2), 100, false, NOW)?.perSecond).toBe(2);
  });
  test("in answer to a few calls teaches nothing but its Retry-After", () => {
    expect(slowedDown(null, 3.9, false, NOW)).toBeNull();
  });
  test("that comes with others is one lesson", () => {
    expect(slowedDown(bucket(10, 4), 100, true, NOW)).toEqual({ perSecond: 10, tokens: 0, at: NOW });
    expect(slowedDown(bucket(10, -4), 100, true, NOW)?.tokens).toBe(-4);
  });
});
