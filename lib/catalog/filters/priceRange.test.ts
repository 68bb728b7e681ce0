import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { checkAmount } from "#lib/catalog/denominations/denomination.ts";
import {
  describeStep,
  priceExtent,
  checkRange,
  overlaps,
  priceEdges,
  priceSteps,
  rangeCurrency,
} from "./priceRange.ts";
import { somePrice, somePriced } from "./arbitraries.testing.ts";

describe("a typed price range is read", () => {
  it.each([
    [{ minPrice: "10" }, "EUR", { min: 1_000, max: null }],
    [{ minPrice: "10,50", maxPrice: "25.5" }, "EUR", { min: 1_050, max: 2_550 }],
    [{ maxPrice: " €25 " }, "EUR", { min: null, max: 2_500 }],
    [{ minPrice: "25", maxPrice: "25" }, "EUR", { min: 2_500, max: 2_500 }],
    [{ minPrice: "1000", maxPrice: "2,500" }, "JPY", { min: 1_000, max: 2_500 }],
    [{ minPrice: "1.234" }, "KWD", { min: 1_234, max: null }],
    [{ minPrice: "", maxPrice: "5" }, "EUR", { min: null, max: 500 }],
  ])("%j in %s", (typed, currency, range) =>
    expect(checkRange(typed, currency)).toEqual({ ok: true, range: { currency, ...range } }),
  );
  it("as no range when nothing was typed, in any currency", () => {
    expect(checkRange({}, null)).toEqual({ ok: true, range: null });
    expect(checkRange({ minPrice: " ", maxPrice: "" }, "EUR")).toEqual({ ok: true, range: null });
  });
});

describe("an invalid price range is refused with a message at the wrong end", () => {
  it.each([
    [{ minPrice: "25", maxPrice: "10" }, "EUR", { maxPrice: /at least €25\.00/ }],
    [{ minPrice: "-5" }, "EUR", { minPrice: /without a minus/ }],
    [{ maxPrice: "cheap" }, "EUR", { maxPrice: /not an amount/ }],
    [{ maxPrice: "1e999" }, "EUR", { maxPrice: /not an amount/ }],
    [{ maxPrice: "9".repeat(40) }, "EUR", { maxPrice: /too large/ }],
    [{ maxPrice: "9".repeat(190) }, "EUR", { maxPrice: /too long/ }],
    [{ minPrice: "1234.505" }, "EUR", { minPrice: /at most 2 decimals/ }],
    [{ minPrice: "10.5" }, "JPY", { minPrice: /no decimals/ }],
    [{ minPrice: "1,000" }, "EUR", { minPrice: /two amounts/ }],
    [{ minPrice: "a", maxPrice: "NaN" }, "EUR", { minPrice: /amount/, maxPrice: /amount/ }],
    [{ minPrice: "10" }, null, { minPrice: /one currency/ }],
    [{ minPrice: "10", maxPrice: "x" }, null, { minPrice: /one currency/, maxPrice: /one currency/ }],
  ])("%j in %s", (typed, currency, problems) => {
    const judged = checkRange(typed, currency);
    expect(judged.ok).toBe(false);
    if (judged.ok) return;
    const { message, ...fields } = judged.problems;
    expect(Object.keys(fields)).toEqual(Object.keys(problems));
    for (const [field, text] of Object.entries(problems)) {
      expect(judged.problems).toHaveProperty(field, expect.stringMatching(text));
    }
    expect(Object.values(fields)).toContain(message);
  });

  it("without an exception for any text; an accepted range has exact amounts", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,-e €".split("")) }));
    const currencies = fc.constantFrom("EUR", "JPY", "KWD", "", "????", "EURO", null);
    fc.assert(
      fc.property(text, text, currencies, (minPrice, maxPrice, currency) => {
        const judged = checkRange({ minPrice, maxPrice }, currency);
        if (!judged.ok) {
          expect(judged.problems.message).not.toBe("");
          return;
        }
        const { min, max } = judged.range ?? { min: null, max: null };
        for (const end of [min, max]) expect(end === null || Number.isSafeInteger(end)).toBe(true);
        expect(min === null || max === null || min <= max).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("the currency of a price range", () => {
  it("is the only chosen one, or the only one of the catalog", () => {
    expect(rangeCurrency(["USD"], ["EUR", "USD"])).toBe("USD");
    expect(rangeCurrency([], ["EUR"])).toBe("EUR");
    expect(rangeCurrency([], ["EUR", "USD"])).toBeNull();
    expect(rangeCurrency(["EUR", "USD"], ["EUR", "USD"])).toBeNull();
    expect(rangeCurrency([], [])).toBeNull();
  });
});

describe("a price range", () => {
  it("matches a product when one of its amounts is in the range, whatever its bounds", () => {
    fc.assert(
      fc.property(somePriced, somePrice, somePrice, (given, min, max) => {
        // Reversed bounds are refused before anything is compared.
        fc.pre(min === null || max === null || min <= max);
        const each = product(1, given);
        const extent = priceExtent(each);
        const fits = extent !== null && overlaps({ min, max }, extent.lowest, extent.highest);
        let found = false;
        for (let amount = -5; amount <= 400 && !found; amount += 1) {
          const inRange = (min === null || amount >= min) && (max === null || amount <= max);
          found =
            inRange &&
            (each.denomination === "open" ? checkAmount(each, amount) === null : each.price === amount);
        }
        expect(fits).toBe(found);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("price steps", () => {
  it("divide the prices of gift cards at round amounts, each price in one step", () => {
    const prices = [500, 1_000, 1_000, 1_500, 2_500, 2_500, 3_000, 5_000, 7_500, 10_000, 20_000];
    const steps = priceSteps(priceEdges(prices));
    expect(steps.map((step) => describeStep(step, "EUR"))).toEqual([
      "Up to €10.00",
      "€10.01 to €25.00",
      "€25.01 to €50.00",
      "€50.01 to €100.00",
      "Over €100.00",
    ]);
    const yen = priceSteps(priceEdges([900, 1_800, 3_000, 9_000])).map((step) => describeStep(step, "JPY"));
    expect(yen).toEqual([
      "Up to JP¥1,000",
      "JP¥1,001 to JP¥2,500",
      "JP¥2,501 to JP¥5,000",
      "JP¥5,001 to JP¥10,000",
      "Over JP¥10,000",
    ]);
  });
  it("contain every price once, and are at most five", () => {
    const price = fc.oneof(fc.integer({ min: -10, max: 100_000 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 60 }), (prices) => {
        const steps = priceSteps(priceEdges(prices));
        expect(steps.length).toBeLessThanOrEqual(5);
        for (const each of steps.length === 0 ? [] : prices) {
          expect(steps.filter((step) => overlaps(step, each, each))).toHaveLength(1);
        }
        for (const { min, max } of steps) {
          for (const end of [min, max]) expect(end === null || Number.isSafeInteger(end)).toBe(true);
        }
      }),
    );
  });
  it("are empty without prices", () => expect(priceSteps(priceEdges([]))).toEqual([]));
});
