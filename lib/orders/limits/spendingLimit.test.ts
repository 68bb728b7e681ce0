import { describe, expect, it } from "vitest";
import { exceededLimit, isRaised, periodsOf } from "./spendingLimit.ts";

const NONE = { perOrder: null, perDay: null, perMonth: null };
const NOTHING = { day: 0, month: 0 };

describe("a spending limit", () => {
  it("is what may be spent, to the last minor unit", () => {
    const limits = { perOrder: 50_000, perDay: 60_000, perMonth: 70_000 };
    expect(exceededLimit(limits, 50_000, NOTHING)).toBeNull();
    expect(exceededLimit(limits, 50_001, NOTHING)).toEqual({ period: "order", limit: 50_000, used: 0 });
    expect(exceededLimit(limits, 18_000, { day: 42_000, month: 42_000 })).toBeNull();
    expect(exceededLimit(limits, 18_001, { day: 42_000, month: 42_000 })).toEqual({
      period: "day",
      limit: 60_000,
      used: 42_000,
    });
    expect(exceededLimit(limits, 10_000, { day: 0, month: 60_000 })).toBeNull();
    expect(exceededLimit(limits, 10_001, { day: 0, month: 60_000 })).toEqual({
      period: "month",
      limit: 70_000,
      used: 60_000,
    });
  });

  it("of nothing lets no order through without approval, and none at all lets every order through", () => {
    expect(exceededLimit({ ...NONE, perOrder: 0 }, 1, NOTHING)).toMatchObject({ period: "order" });
    expect(exceededLimit(NONE, Number.MAX_SAFE_INTEGER, { day: 1, month: 1 })).toBeNull();
  });

  it("holds also where spending and price together are beyond exact integers", () => {
    const most = Number.MAX_SAFE_INTEGER;
    const spent = { day: most - 1, month: most - 1 };
    expect(exceededLimit({ ...NONE, perDay: most }, 1, spent)).toBeNull();
    expect(exceededLimit({ ...NONE, perDay: most }, 2, spent)).toMatchObject({ period: "day" });
    expect(exceededLimit({ ...NONE, perMonth: 5 }, most, spent)).toMatchObject({ period: "month" });
  });

  it("that is used up already, because it was lowered, lets nothing more through", () => {
    expect(exceededLimit({ ...NONE, perDay: 100 }, 1, { day: 500, month: 500 })).toEqual({
      period: "day",
      limit: 100,
      used: 500,
    });
  });

  it("is counted over days and calendar months of UTC", () => {
    expect(periodsOf(Date.parse("2028-02-29T23:59:59.999Z"))).toEqual({
      day: { from: Date.parse("2028-02-29"), to: Date.parse("2028-03-01") },
      month: { from: Date.parse("2028-02-01"), to: Date.parse("2028-03-01") },
    });
    expect(periodsOf(Date.parse("2030-12-31T00:00:00Z"))).toEqual({
      day: { from: Date.parse("2030-12-31"), to: Date.parse("2031-01-01") },
      month: { from: Date.parse("2030-12-01"), to: Date.parse("2031-01-01") },
    });
  });
});

describe("a change of limits", () => {
  const limits = { perOrder: 100, perDay: 200, perMonth: 300 };

  it.each([
    ["the same limits", limits, limits, false],
    ["a lower one", limits, { ...limits, perDay: 199 }, false],
    ["a first one", null, limits, false],
    ["one that was not there", { ...limits, perOrder: null }, limits, false],
    ["none as before", null, null, false],
    ["one that lets nothing through", limits, { ...NONE, perOrder: 0 }, false],
    ["a higher one", limits, { ...limits, perDay: 201 }, true],
    ["one that is gone", limits, { ...limits, perMonth: null }, true],
    ["no limits any more", limits, null, true],
    ["a lower and a higher one", limits, { perOrder: 1, perDay: 1, perMonth: 301 }, true],
  ])("with %s is recognised as raised or not", (_, before, after, raised) => {
    expect(isRaised(before, after)).toBe(raised);
  });
});
