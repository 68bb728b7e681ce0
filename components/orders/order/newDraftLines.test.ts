import { describe, expect, it } from "vitest";
import { linesAgain, missingLines } from "./newDraftLines.ts";

const line = { productId: 7, productName: "Card", price: 2_550, quantity: 50, countryCode: "DE" };
const order = {
  lines: [line],
  currency: "EUR",
  delivered: 37,
  ordered: 50,
  state: "partial" as const,
};

describe("an order that is built again", () => {
  it("keeps products, amounts, quantities and countries", () => {
    expect(linesAgain(order)).toEqual([
      { id: expect.any(String), productId: 7, amount: "25.50", quantity: "50", countryCode: "DE" },
    ]);
  });

  it("asks for exactly the missing codes of a single line", () => {
    expect(missingLines(order)).toEqual({
      count: 13,
      lines: [{ id: expect.any(String), productId: 7, amount: "25.50", quantity: "13", countryCode: "DE" }],
    });
  });

  it("does not guess which codes are missing of several lines", () => {
    expect(missingLines({ ...order, lines: [line, line] })).toEqual({ count: 13, lines: null });
  });

  it("offers nothing where nothing is known to be missing", () => {
    expect(missingLines({ ...order, state: "completed" })).toBeNull();
    expect(missingLines({ ...order, delivered: null })).toBeNull();
    expect(missingLines({ ...order, delivered: 50 })).toBeNull();
  });
});
