import { describe, expect, it } from "vitest";
import { buysTheSame, type PurchasedLine } from "./sameLines.ts";

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

  it("do not when one has a line more", () => {
    expect(buysTheSame([line()], [line(), line()])).toBe(false);
    expect(buysTheSame([line({ productId: 1 }), line({ productId: 12 })], [line({ productId: 1 })])).toBe(
      false,
    );
  });
});
