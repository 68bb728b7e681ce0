import { describe, expect, it } from "vitest";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { codesOf } from "./codes.ts";
import { deliveryStatusOf, estimateOf, timesOf } from "./fulfil.ts";
import type { StoredOrder } from "./order.ts";

const order = (behaviour: Behaviour | null, quantity = 4): StoredOrder => ({
  orderId: 5_000_001,
  externalOrderCode: "a",
  currency: "EUR",
  price: 1_000,
  lines: [
    { productId: 7, price: 500, quantity: 1 },
    { productId: 8, price: 500, quantity: quantity - 1 },
  ],
  createdAt: Date.UTC(2026, 0, 31),
  readyAt: 1_000,
  visibleAt: 0,
  seed: "seed",
  behaviour,
});
const MINUTE = 60_000;

describe("the times of an order", () => {
  it.each<[Behaviour | null, number, object]>([
    [null, 1, { createdAt: 0, readyAt: 2_025, visibleAt: 0 }],
    [null, 1_000, { createdAt: 0, readyAt: 27_000, visibleAt: 0 }],
    ["slow", 1_000, { readyAt: 5 * MINUTE }],
    ["overdue", 4, { readyAt: 2_100 + 3 * MINUTE }],
    ["late-visible", 4, { visibleAt: 5_000 }],
    ["vanishes", 4, { visibleAt: Date.UTC(9999, 11, 31, 23, 59, 59) }],
  ])("follow from scenario (%s) and quantity (%i)", (behaviour, quantity, times) => {
    expect(timesOf(quantity, behaviour, 0, 2_000)).toMatchObject(times);
  });

  it("begin with how long the sandbox was told that an order takes", () => {
    expect(timesOf(4, null, 0, 300)).toMatchObject({ createdAt: 0, readyAt: 400 });
    expect(timesOf(4, "overdue", 0, 300)).toMatchObject({ readyAt: 400 + 3 * MINUTE });
    expect(timesOf(4, "slow", 0, 300)).toMatchObject({ readyAt: 5 * MINUTE });
  });

  it("are estimated as they are, or as the scenario says", () => {
    expect(estimateOf(order(null), undefined)).toBe(1_000);
    expect(estimateOf(order(null), { externalOrderCode: "a", readyAt: 5 })).toBe(5);
    expect(estimateOf(order("overdue"), undefined)).toBe(1_000 - 3 * MINUTE);
    expect(estimateOf(order("estimate-past"), undefined)).toBe(Date.UTC(2026, 0, 30, 23));
    expect(estimateOf(order("estimate-absent"), undefined)).toBeUndefined();
    expect(estimateOf(order("estimate-far"), undefined)).toBe(Date.UTC(9999, 11, 31, 23, 59, 59));
    expect(estimateOf(order("estimate-garbage"), undefined)).toBe("in a little while");
  });
});

describe("what has become of an order", () => {
  const at = (behaviour: Behaviour | null, now: number, quantity?: number) =>
    deliveryStatusOf(order(behaviour, quantity), undefined, now);

  it("is completed from the very moment it is ready", () => {
    expect(at(null, 999)).toEqual({ kind: "processing" });
    expect(at(null, 1_000)).toEqual({ kind: "completed", delivered: 4 });
  });

  it("changes with the second delivery, from its very moment", () => {
    const second = 1_000 + 2 * MINUTE;
    expect(at("partial-then-completed", second - 1)).toEqual({ kind: "partial", delivered: 2, ordered: 4 });
    expect(at("partial-then-completed", second)).toMatchObject({ kind: "completed" });
    expect(at("undelivered-then-completed", second - 1)).toMatchObject({ kind: "undelivered" });
    expect(at("undelivered-then-completed", second)).toMatchObject({ kind: "completed" });
    expect(at("undelivered", second + 1e9)).toMatchObject({ kind: "undelivered" });
  });

  it("is partial with all but the last quarter, and empty if only one code was ordered", () => {
    expect(at("partial", 1_000, 8)).toEqual({ kind: "partial", delivered: 6, ordered: 8 });
    expect(at("partial", 1_000, 2)).toEqual({ kind: "partial", delivered: 1, ordered: 2 });
    expect(at("partial-with-codes", 1_000, 8)).toEqual({ kind: "partial", delivered: 6, ordered: 8 });
    expect(at("partial", 1_000, 1)).toMatchObject({ kind: "undelivered" });
  });

  it("is what was decided about it, over its scenario", () => {
    const change = { externalOrderCode: "a", delivered: 4 };
    expect(deliveryStatusOf(order("unrecognised"), change, 1_000)).toMatchObject({ kind: "completed" });
    expect(at("unrecognised", 1_000)).toEqual({
      kind: "unrecognised",
      status: "awaiting_provider_settlement",
    });
    const held = { externalOrderCode: "a", status: "on_hold" };
    expect(deliveryStatusOf(order(null), held, 0)).toEqual({ kind: "unrecognised", status: "on_hold" });
  });
});

describe("the codes of an order", () => {
  it("are as many as are delivered, line by line, with a serial and two years to live", () => {
    const codes = codesOf(order(null), 3);
    expect(codes.map(({ productId, line }) => [productId, line])).toEqual([
      [7, 0],
      [8, 1],
      [8, 1],
    ]);
    expect(codes.map(({ serial }) => serial)).toEqual(["SN500000100001", "SN500000100002", "SN500000100003"]);
    for (const { code, expiresAt } of codes) {
      expect(code).toMatch(/^TEST(-[0-9A-F]{4}){4}$/);
      expect(expiresAt).toBe("2028-01-31");
    }
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
    expect(codesOf(order(null), 4).slice(0, 3)).toEqual(codes);
  });
});
