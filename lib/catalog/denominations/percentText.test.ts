import { expect, it } from "vitest";
import { percentText } from "./percentText.ts";

it("a price is so many percent off its face value, or above it", () => {
  expect(percentText({ tenths: 30 })).toBe("3% off");
  expect(percentText({ tenths: -25 })).toBe("2.5% above");
});
