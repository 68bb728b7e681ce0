import { describe, expect, it } from "vitest";
import { RateLimit } from "./rateLimit.ts";

const bucket = { burst: 3, perSecond: 0.5, bySecond: false };

describe("a bucket of tokens", () => {
  it("lets a burst pass, then one call for each token that has come", () => {
    const limit = new RateLimit(bucket);
    expect([0, 0, 0, 0].map((now) => limit.acquire("a", now))).toEqual([null, null, null, 2]);
    expect(limit.acquire("a", 1_000)).toBe(1);
    expect(limit.acquire("a", 2_000)).toBeNull();
    expect(limit.acquire("a", 2_000)).toBe(2);
  });

  it("is never fuller than the burst, and one for each key", () => {
    const limit = new RateLimit(bucket);
    limit.acquire("a", 0);
    expect([0, 0, 0, 0].map(() => limit.acquire("a", 1_000_000))).toEqual([null, null, null, 2]);
    expect(limit.acquire("b", 1_000_000)).toBeNull();
  });

  it("does not fill while the clock goes back, and says at least a second", () => {
    const limit = new RateLimit({ burst: 1, perSecond: 100, bySecond: false });
    limit.acquire("a", 10_000);
    expect(limit.acquire("a", 5_000)).toBe(1);
    expect(limit.acquire("a", 5_010)).toBeNull();
  });

  it("starts full again when the rate changes", () => {
    const limit = new RateLimit({ burst: 1, perSecond: 0.001, bySecond: false });
    limit.acquire("a", 0);
    const rate = { burst: 2, perSecond: 1, bySecond: false };
    limit.set(rate);
    expect(limit.rate).toEqual(rate);
    expect([0, 0, 0].map((now) => limit.acquire("a", now))).toEqual([null, null, 1]);
  });
});

describe("a limit by the second", () => {
  it("counts again in each second of the clock, and says one second", () => {
    const limit = new RateLimit({ burst: 2, perSecond: 2, bySecond: true });
    const at = (now: number) => limit.acquire("a", now);
    expect([100, 900, 999, 1_000, 1_001, 1_999, 2_000].map(at)).toEqual([null, null, 1, null, null, 1, null]);
  });
});
