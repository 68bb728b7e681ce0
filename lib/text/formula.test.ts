import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeFormula, withApostrophe, withoutApostrophe } from "./formula.ts";

describe("a text in a cell of a spreadsheet", () => {
  it("is never a formula, and comes back as it was", () => {
    const text = fc.string({ unit: fc.constantFrom(..."=+-@＝ \t\r\n\u200ea1".split("")) });
    fc.assert(
      fc.property(text, (given) => {
        const cell = withApostrophe(given);
        expect(looksLikeFormula(cell)).toBe(false);
        expect(withoutApostrophe(cell)).toBe(given);
      }),
    );
  });

  it("keeps an apostrophe of its own before what is no formula", () => {
    expect(["'", "'a", "''=1", "a'=1"].map(withoutApostrophe)).toEqual(["'", "'a", "''=1", "a'=1"]);
    expect(withoutApostrophe("'=1")).toBe("=1");
  });
});
