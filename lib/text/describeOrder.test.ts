import { describe, expect, it } from "vitest";
import { describeOrder, otherProducts } from "./describeOrder.ts";

const one = { ordered: 16, quantity: 16, productCount: 1, firstProductName: "Streamly" };

describe("describeOrder", () => {
  it.each([
    [one, "16 codes: Streamly"],
    [{ ...one, ordered: null, quantity: 1 }, "1 code: Streamly"],
    [{ ...one, productCount: 2 }, "16 codes: Streamly + 1 other product"],
    [{ ...one, productCount: 10, ordered: null, quantity: null }, "Streamly + 9 other products"],
    [
      { ...one, productCount: 3, firstProductName: "بطاقة هدية" },
      "16 codes: \u2068بطاقة هدية\u2069 + 2 other products",
    ],
    [{ ...one, firstProductName: null }, "16 codes: products unknown"],
  ])("says of %j what was ordered", (order, words) => {
    expect(describeOrder(order)).toBe(words);
  });

  it("has no part for other products if there are none", () => {
    expect([describeOrder(one), otherProducts(one)]).toEqual(["16 codes: Streamly", ""]);
  });
});
