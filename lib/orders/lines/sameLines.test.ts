import { describe, expect, it } from "vitest";
import { buysNearlyTheSame, buysTheSame, buysTheSameQuantities, type PurchasedLine } from "./sameLines.ts";

const line = (change: Partial<PurchasedLine> = {}): PurchasedLine => ({
  productId: 7,
  price: 1_000,
  quantity: 2,
  countryCode: "DE",
  ...change,
});

describe("two orders", () => {
  it("buy the same when their lines are the same in any order", () => {
    const other = line({ productId: 8 });
    expect(buysTheSame([line(), other, line()], [line(), line(), other])).toBe(true);
  });

  it.each([{ productId: 8 }, { price: 999 }, { quantity: 3 }, { countryCode: "AT" }, { countryCode: null }])(
    "do not when a line differs in %o",
    (change) => {
      expect(buysTheSame([line()], [line(change)])).toBe(false);
    },
  );

  it("buy the same however a quantity is split, and not where one of them is unknown", () => {
    expect(buysTheSame([line({ quantity: 4 })], [line(), line()])).toBe(true);
    expect(buysTheSame([line({ quantity: null }), line()], [line(), line()])).toBe(false);
  });

  it("buy the same quantities at other prices, and not for other countries", () => {
    expect(buysTheSameQuantities([line()], [line({ price: 999 })])).toBe(true);
    expect(buysTheSameQuantities([line()], [line({ countryCode: "AT" })])).toBe(false);
  });

  it("buy nearly the same when most quantities are equal: a row more or less, another order, a changed row", () => {
    const lines = [1, 2, 3, 4].map((productId) => line({ productId }));
    expect(buysNearlyTheSame(lines, lines.toReversed())).toBe(true);
    expect(buysNearlyTheSame(lines, lines.slice(1))).toBe(true);
    expect(buysNearlyTheSame(lines.slice(0, 2), lines.slice(0, 3))).toBe(true);
    expect(buysNearlyTheSame(lines, [...lines.slice(1), line({ productId: 1, quantity: 9 })])).toBe(true);
    expect(buysNearlyTheSame(lines, lines.slice(2))).toBe(false);
    expect(buysNearlyTheSame(lines.slice(0, 1), lines.slice(0, 1))).toBe(false);
    expect(
      buysNearlyTheSame(
        lines,
        lines.map((each) => ({ ...each, quantity: 3 })),
      ),
    ).toBe(false);
    expect(
      buysNearlyTheSame(
        lines,
        lines.map((each) => ({ ...each, countryCode: "AT" })),
      ),
    ).toBe(false);
  });

  it("do not when one has a line more", () => {
    expect(buysTheSame([line()], [line(), line()])).toBe(false);
    expect(buysTheSame([line({ productId: 1 }), line({ productId: 12 })], [line({ productId: 1 })])).toBe(
      false,
    );
  });
});
