import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeFormula, withApostrophe, withoutApostrophe } from "./formula.ts";

describe("a text in a cell of a spreadsheet", () => {
  it("is never a formula, and comes back as it was", () => {
    const text = fc.string({ unit: fc.constantFrom(..."=+-@＝ \t\r\n\u200ea1',;\"".split("")) });
    fc.assert(
      fc.property(text, (given) => {
        const cell = withApostrophe(given);
        expect(looksLikeFormula(cell)).toBe(false);
        expect(withoutApostrophe(cell)).toBe(given);
      }),
    );
  });

  it("is none either where a separator of another locale, or a line end, makes the rest of it a cell", () => {
    const text = fc.string({ unit: fc.constantFrom(..."=+@＝ \t\r\n\u200ea1',;\"".split("")) });
    fc.assert(
      fc.property(text, (given) => {
        for (const rest of withApostrophe(given)
          .split(/[,;\t\r\n]/)
          .slice(1)) {
          expect(rest).not.toMatch(/^[\s\u200e"]*[=+@＝]/);
        }
      }),
    );
    expect(withApostrophe("x;=cmd|' /C calc'!A0")).toBe("x;'=cmd|' /C calc'!A0");
    expect(withApostrophe('one\r\n "=1"')).toBe('one\r\n\' "=1"');
  });

  it("keeps an apostrophe of its own before what is no formula", () => {
    expect(["'", "'a", "a'=1"].map(withoutApostrophe)).toEqual(["'", "'a", "a'=1"]);
    expect(["'=1", "''=1"].map(withoutApostrophe)).toEqual(["=1", "'=1"]);
  });
});
