import { expect, it } from "vitest";
import { hasAllCodes, missingQuantity } from "./orderRecord.ts";

it("missing is what was ordered and not delivered, and nothing where either is not known", () => {
  expect(missingQuantity({ ordered: 50, delivered: 37 })).toBe(13);
  expect(missingQuantity({ ordered: 50, delivered: 50 })).toBe(0);
  expect(missingQuantity({ ordered: 50, delivered: 51 })).toBe(0);
  expect(missingQuantity({ ordered: null, delivered: 37 })).toBe(0);
  expect(missingQuantity({ ordered: 50, delivered: null })).toBe(0);
});

it("an order has all its codes once it is completed and none is known to be missing", () => {
  expect(hasAllCodes({ state: "completed", ordered: 50, delivered: 50 })).toBe(true);
  expect(hasAllCodes({ state: "completed", ordered: null, delivered: null })).toBe(true);
  expect(hasAllCodes({ state: "completed", ordered: 50, delivered: 37 })).toBe(false);
  expect(hasAllCodes({ state: "partial", ordered: 50, delivered: 50 })).toBe(false);
});
