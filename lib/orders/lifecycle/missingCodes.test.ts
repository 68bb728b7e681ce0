import { expect, it } from "vitest";
import { canReorderMissing } from "./missingCodes.ts";

const SHORT = { ordered: 50, delivered: 37 };

it("missing codes of a partial order can be ordered again, even if they are still asked for", () => {
  expect(canReorderMissing({ state: "partial", ...SHORT }, true)).toBe(true);
  expect(canReorderMissing({ state: "partial", ...SHORT }, false)).toBe(true);
});

it("those of an order that the service calls complete cannot while they may still come, or they would be bought twice", () => {
  expect(canReorderMissing({ state: "completed", ...SHORT }, true)).toBe(false);
  expect(canReorderMissing({ state: "completed", ...SHORT }, false)).toBe(true);
});

it("nothing is ordered again where no code is known to be missing", () => {
  expect(canReorderMissing({ state: "partial", ordered: 50, delivered: 50 }, false)).toBe(false);
  expect(canReorderMissing({ state: "completed", ordered: 50, delivered: null }, false)).toBe(false);
  expect(canReorderMissing({ state: "partial", ordered: null, delivered: 37 }, false)).toBe(false);
});
