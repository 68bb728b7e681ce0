import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkAmount,
  defaultAmount,
  describeAmounts,
  describeAmountsBriefly,
  describeRangeBriefly,
  nearestAmounts,
  stepAmount,
  type Denominated,
} from "./denomination.ts";
import { open } from "./openProduct.testing.ts";

const fixed = (price: number | null): Denominated => ({
  ...open(null, null, null),
  denomination: "fixed",
  price,
});

describe("an invalid amount is refused with what to change", () => {
  const product = open(1_000, 50_000, 500);
  it.each([
    [null, "missing", "Enter an amount: €10.00 to €500.00 in steps of €5.00."],
    [999, "below", "Enter at least €10.00."],
    [0, "below", "Enter at least €10.00."],
    [-1_000, "below", "Enter at least €10.00."],
    [50_001, "above", "Enter at most €500.00."],
    [1_234, "misaligned", "Enter an amount in steps of €5.00."],
  ])("%s", (minor, kind, message) => {
    expect(checkAmount(product, minor)).toMatchObject({ kind, message });
  });
  it.each([1_000, 1_500, 50_000])("%d is accepted", (minor) =>
    expect(checkAmount(product, minor)).toBeNull(),
  );
});

describe("a missing amount is asked for in a sentence", () => {
  it.each([
    [open(1_000, 5_000, null), "Enter an amount: €10.00 to €50.00."],
    [
      open(1_000, 50_000, 500, "CHF"),
      "Enter an amount: CHF\u00a010.00 to CHF\u00a0500.00 in steps of CHF\u00a05.00.",
    ],
    [open(1_000, null, null, "NOK"), "Enter an amount: from NOK\u00a010.00."],
    [open(null, 5_000, null), "Enter an amount: up to €50.00."],
    [open(null, null, null), "Enter an amount: any amount."],
  ])("of %j: %s", (product, message) => expect(checkAmount(product, null)?.message).toBe(message));
});

describe("steps count from the minimum or from zero, as the service does not say which", () => {
  const product = open(700, 10_000, 500);
  it.each([700, 1_000, 1_200, 1_500])("%d is accepted", (minor) =>
    expect(checkAmount(product, minor)).toBeNull(),
  );
  it.each([701, 900, 1_300])("%d is refused", (minor) =>
    expect(checkAmount(product, minor)?.kind).toBe("misaligned"),
  );
});

describe("a fixed product", () => {
  it("accepts its price or no amount, and refuses another amount with a message that has the price", () => {
    expect(checkAmount(fixed(3_299), 3_299)).toBeNull();
    expect(checkAmount(fixed(3_299), null)).toBeNull();
    expect(checkAmount(fixed(null), 12)).toBeNull();
    expect(checkAmount(fixed(3_299), 3_300)).toMatchObject({
      kind: "mismatch",
      message: "The price of this product is €32.99.",
    });
  });
});

describe("contradictory bounds are ignored", () => {
  it.each([
    ["minimum above maximum", open(5_000, 1_000, 500), 500],
    ["step zero", open(1_000, 5_000, 0), 1_001],
    ["step negative", open(1_000, 5_000, -500), 1_001],
    ["negative minimum", open(-500, 5_000, 100), 100],
    ["no bounds", open(null, null, null), 1],
    ["negative maximum", open(1_000, -1, null), 999_999],
  ])("%s", (_name, product, minor) => expect(checkAmount(product, minor)).toBeNull());
  it("except that one minor unit is the least amount", () => {
    expect(checkAmount(open(-500, null, null), 0)?.kind).toBe("below");
    expect(checkAmount(open(5_000, 1_000, 500), -500)?.kind).toBe("below");
  });
});

describe("nearest amounts", () => {
  it.each([
    ["aligned both ways", open(1_000, 50_000, 500), 1_234, [1_000, 1_500]],
    ["either way, nearest first", open(700, 10_000, 500), 1_301, [1_200, 1_500]],
    ["below the minimum", open(700, 10_000, 500), 100, [700, 1_000]],
    ["above the maximum", open(1_000, 50_000, 500), 99_999, [50_000]],
    ["maximum off the steps", open(1_000, 2_300, 500), 9_000, [2_000]],
    ["one amount only", open(1_000, 1_000, 500), 1, [1_000]],
    ["a fixed product", fixed(3_299), 100, []],
  ])("%s", (_name, product, minor, amounts) => expect(nearestAmounts(product, minor)).toEqual(amounts));
});

const bound = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 200 }), fc.maxSafeInteger());
const products = fc.tuple(bound, bound, bound).map(([min, max, step]) => open(min, max, step));
const amounts = fc.oneof(fc.integer({ min: -10, max: 400 }), fc.maxSafeInteger());

describe("offered amounts", () => {
  it("are accepted, whatever the bounds", () => {
    fc.assert(
      fc.property(products, amounts, (product, minor) => {
        for (const amount of nearestAmounts(product, minor)) expect(checkAmount(product, amount)).toBeNull();
        const up = stepAmount(product, minor, 1);
        const down = stepAmount(product, minor, -1);
        if (up !== null) expect([up > minor, checkAmount(product, up)]).toEqual([true, null]);
        if (down !== null) expect([down < minor, checkAmount(product, down)]).toEqual([true, null]);
        const start = defaultAmount({ ...product, denominationDefaultValue: minor });
        if (start !== null) expect(checkAmount(product, start)).toBeNull();
        expect(describeAmounts(product)).not.toBe("");
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("the nearest amounts", () => {
  it("of an accepted amount begin with itself", () => {
    fc.assert(
      fc.property(products, fc.integer({ min: -10, max: 400 }), (product, minor) => {
        if (checkAmount(product, minor) === null) expect(nearestAmounts(product, minor)).toContain(minor);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("describeAmounts", () => {
  it("lists the amounts with the currency's own decimals", () => {
    expect(describeAmounts(open(1_000, 50_000, 500))).toBe("€10.00 to €500.00 in steps of €5.00");
    expect(describeAmounts(open(1_000, 50_000, 500, "JPY"))).toBe("JP¥1,000 to JP¥50,000 in steps of JP¥500");
    expect(describeAmounts(open(1_000, null, 1))).toBe("From €10.00");
    expect(describeAmounts(open(null, 1_000, 0))).toBe("Up to €10.00");
    expect(describeAmounts(open(null, null, null))).toBe("Any amount");
    expect(describeAmounts(open(500, 500, null))).toBe("€5.00");
    expect(describeAmounts(fixed(3_299))).toBe("€32.99");
    expect(describeAmounts(fixed(null))).toBe("Price unknown");
  });
});

describe("amounts in a narrow column", () => {
  it("have their currency once where they are a range, and are otherwise as describeAmounts writes them", () => {
    expect(describeAmountsBriefly(open(1_000, 50_000, 500))).toBe("€10–500 in steps of €5.00");
    expect(describeAmountsBriefly(open(1_000, null, 500))).toBe("From €10.00 in steps of €5.00");
    expect(describeAmountsBriefly(fixed(3_299))).toBe("€32.99");
    expect(describeRangeBriefly(open(1_000, 50_000, 500))).toBe("€10–500");
    expect(describeRangeBriefly(open(1_050, 50_000, 50))).toBe("€10.50–500.00");
    expect(describeRangeBriefly(open(1_000, null, 1))).toBe("From €10.00");
    expect(describeRangeBriefly(open(null, 1_000, 0))).toBe("Up to €10.00");
    expect(describeRangeBriefly(open(500, 500, null))).toBe("€5.00");
    expect(describeRangeBriefly(fixed(3_299))).toBe("€32.99");
  });
});
