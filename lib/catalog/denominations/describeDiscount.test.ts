import { expect, it } from "vitest";
import { describeDiscount } from "./describeDiscount.ts";

it("a price is so many percent off its face value, or above it", () => {
  expect(describeDiscount({ tenths: 30 })).toBe("3% off");
  expect(describeDiscount({ tenths: -25 })).toBe("2.5% above");
});
