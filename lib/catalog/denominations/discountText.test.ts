import { describe, expect, it } from "vitest";
import { discountText } from "./discountText.ts";

const text = (name: string, price: number) =>
  discountText({ name, price, denomination: "fixed", currencyCode: "EUR" });

describe("what a product costs beside its face value", () => {
  it("is said in percent, below and above it", () => {
    expect(text("Card 15 EUR", 1_455)).toBe("3% off €15.00");
    expect(text("Card 10 EUR", 1_025)).toBe("2.5% above €10.00");
  });

  it("is not said where they are the same, or the name says no value", () => {
    expect(text("Card 15 EUR", 1_500)).toBeNull();
    expect(text("Card", 1_455)).toBeNull();
  });
});
