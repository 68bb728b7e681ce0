import { describe, expect, it } from "vitest";
import { findStock } from "./findStock.ts";

const counts = {
  delivered: 3,
  handedOut: 1,
  disputed: 0,
  untouched: 2,
  revealed: 0,
  exported: 0,
  expired: 0,
  nextExpiry: null,
};
const items = [
  { productId: 100_034, productName: "Nordic Stays Finland Hotel Voucher 100 EUR", ...counts },
  { productId: 100_222, productName: "Café Zürich Gift Card 10 CHF", ...counts },
  { productId: 900_001, productName: null, ...counts },
];
const found = (text: string) => findStock(items, text).map(({ productId }) => productId);

describe("the products on the page of codes", () => {
  it("are all there while nothing is looked for", () => {
    expect(findStock(items, " ")).toBe(items);
  });

  it("are found by words in any order, without regard to case, accents and punctuation", () => {
    expect(found("voucher nordic")).toEqual([100_034]);
    expect(found("CAFE, zurich")).toEqual([100_222]);
    expect(found("nordic zurich")).toEqual([]);
  });

  it("are found by the beginning of their ID, also those without a name", () => {
    expect(found("9000")).toEqual([900_001]);
    expect(found("1000")).toEqual([100_034]);
  });
});
