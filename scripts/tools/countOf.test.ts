import { describe, expect, it } from "vitest";
import { countOf } from "./countOf.ts";

describe("the number that a long test is given", () => {
  it("is its argument, or the usual one", () => {
    expect(countOf([], 200, "test:soak")).toBe(200);
    expect(countOf(["1"], 200, "test:soak")).toBe(1);
    expect(countOf(["1000000"], 200, "test:soak")).toBe(1_000_000);
  });

  it.each([
    ["0"],
    ["-1"],
    ["1.5"],
    ["many"],
    ["1e3"],
    [""],
    [" 5"],
    ["1000001"],
    ["9".repeat(30)],
    ["5", "6"],
  ])("is refused with what to enter: %s %s", (...args) => {
    expect(() => countOf(args, 200, "test:soak")).toThrow(
      "Give one whole number from 1 to 1000000, or none for 200: `npm run test:soak -- 50`.",
    );
  });
});
