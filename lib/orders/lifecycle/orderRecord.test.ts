import { expect, it } from "vitest";
import { missingQuantity } from "./orderRecord.ts";

it("missing is what was ordered and not delivered, and nothing where either is not known", () => {
  expect(missingQuantity({ ordered: 50, delivered: 37 })).toBe(13);
  expect(missingQuantity({ ordered: 50, delivered: 50 })).toBe(0);
  expect(missingQuantity({ ordered: 50, delivered: 51 })).toBe(0);
  expect(missingQuantity({ ordered: null, delivered: 37 })).toBe(0);
  expect(missingQuantity({ ordered: 50, delivered: null })).toBe(0);
});
