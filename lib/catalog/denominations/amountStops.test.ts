import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountStops, positionOf } from "./amountStops.ts";
import { boundsOf, checkAmount } from "./denomination.ts";
import { open } from "./openProduct.testing.ts";

describe("a slider", () => {
  it.each([
    ["each step while they are few", open(1_000, 2_000, 250), [1_000, 1_250, 1_500, 1_750, 2_000]],
    ["the steps from the minimum", open(1_000, 6_000, 2_500), [1_000, 3_500, 6_000]],
    ["a maximum that is valid from zero only", open(1_000, 5_000, 2_500), [1_000, 3_500, 5_000]],
    ["no maximum that is valid neither way", open(1_000, 5_100, 2_500), [1_000, 3_500]],
    ["from one step where no minimum is told", open(null, 300, 100), [100, 200, 300]],
    ["by the smallest amount where the step is nought", open(10, 13, 0), [10, 11, 12, 13]],
    ["by the smallest amount where no step is told", open(10, 12, null, "JPY"), [10, 11, 12]],
  ])("stops at %s", (_what, product, stops) => expect(amountStops(product)).toEqual(stops));

  it.each([
    ["a fixed price", { ...open(1_000, 5_000, 100), denomination: "fixed" as const, price: 1_000 }],
    ["one amount only", open(500, 500, 1)],
    ["a step that is wider than the range", open(1_000, 1_100, 1_000)],
    ["a range that has no end", open(1_000, null, 100)],
    ["a minimum above the maximum", open(5_000, 1_000, 100)],
  ])("does not exist for %s", (_what, product) => expect(amountStops(product)).toBeNull());

  it("has round stops, finer among small amounts, if the range is long", () => {
    const stops = amountStops(open(1, 100_000_000, 1)) ?? [];
    expect(stops.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14]);
    expect(stops.slice(-3)).toEqual([80_000_000, 90_000_000, 100_000_000]);
    // Usual amounts of gift cards: 10, 25, 50, 100 and 500 in any currency.
    for (const amount of [1_000, 2_500, 5_000, 10_000, 50_000]) expect(stops).toContain(amount);
    expect(amountStops(open(1_000, 500_000, 100))?.slice(40, 44)).toEqual([5_000, 5_500, 6_000, 6_500]);
  });
});

describe("the stops of a slider", () => {
  it("stops at valid amounts if the steps are not round", () => {
    const stops = amountStops(open(1_234, 98_765, 7)) ?? [];
    expect(stops.length).toBeGreaterThan(100);
    expect(stops.slice(0, 3)).toEqual([1_234, 1_248, 1_297]);
  });
});

const bound = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 100_000 }), fc.maxSafeInteger());
const steps = fc.oneof(fc.constant(null), fc.integer({ min: -2, max: 3_000 }), fc.maxSafeInteger());
const products = fc.tuple(bound, bound, steps).map(([min, max, step]) => open(min, max, step));

describe("the stops of a slider, for any bounds", () => {
  it("has valid amounts only, in ascending order, few enough to choose from, from end to end", () => {
    let slid = 0;
    fc.assert(
      fc.property(products, (product) => {
        const stops = amountStops(product);
        if (stops === null) return;
        slid += 1;
        expect(stops.length).toBeGreaterThanOrEqual(2);
        expect(stops.length).toBeLessThanOrEqual(200);
        expect(stops.filter((amount) => checkAmount(product, amount) !== null)).toEqual([]);
        expect(stops.every((amount, at) => at === 0 || amount > (stops[at - 1] ?? 0))).toBe(true);
        const { min, max, minStated, step } = boundsOf(product);
        expect(stops[0]).toBe(minStated ? min : step);
        // If the maximum itself is valid, it can be reached.
        if (max !== null && max % step === 0) expect(stops.at(-1)).toBe(max);
      }),
      { numRuns: 2_000 },
    );
    expect(slid).toBeGreaterThan(100);
  });
});

describe("the position of a slider", () => {
  it("shows an amount at its own stop, or at the last one below it", () => {
    fc.assert(
      fc.property(products, fc.integer({ min: -10, max: 200_000 }), (product, amount) => {
        const stops = amountStops(product);
        if (stops === null) return;
        expect(stops.map((stop) => positionOf(stops, stop))).toEqual([...stops.keys()]);
        const position = positionOf(stops, amount);
        if (amount >= (stops[0] ?? 0)) expect(stops[position]).toBeLessThanOrEqual(amount);
        else expect(position).toBe(0);
        expect(stops[position + 1] ?? Infinity).toBeGreaterThan(amount);
      }),
    );
  });
});
