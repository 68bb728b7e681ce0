import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

describe("the time to the next try", () => {
  it("doubles up to two minutes, with jitter in its upper half", () => {
    expect([1, 2, 3, 7, 40].map((attempts) => backoffMs(attempts, null, 0))).toEqual([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
    expect([0, 0.25, 0.5, 1].map((random) => backoffMs(2, null, random))).toEqual([
      2_000, 2_500, 3_000, 4_000,
    ]);
    expect(backoffMs(1, null, 0.000_1)).toBe(1_000);
    expect(backoffMs(0, null, 0)).toBe(1_000);
  });
  it("is never less than the service asked for", () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(10_000_000),
        fc.integer({ min: 0, max: 99 }).map((hundredths) => hundredths / 100),
        (attempts, asked, random) => {
          expect(backoffMs(attempts, asked, random)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});
