import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRINT_AT_MOST, sheetsOf } from "./printLimit.ts";
import { readRange, selectTo } from "#components/codes/list/range.ts";

describe("a range of codes", () => {
  it("is two whole numbers within what there is", () => {
    expect(readRange("1", " 10 ", 10)).toEqual({ from: 1, to: 10 });
    for (const [from, to] of [
      ["0", "5"],
      ["6", "5"],
      ["1", "11"],
      ["", "5"],
      ["1.5", "5"],
      ["-1", "5"],
    ] as const)
      expect(readRange(from, to, 10)).toBeNull();
  });

  it("grows from where it began when it is extended", () => {
    expect(selectTo(null, 4, true)).toEqual({ from: 4, to: 4 });
    expect(selectTo({ from: 4, to: 4 }, 9, true)).toEqual({ from: 4, to: 9 });
    expect(selectTo({ from: 4, to: 9 }, 2, true)).toEqual({ from: 2, to: 4 });
    expect(selectTo({ from: 4, to: 9 }, 7, false)).toEqual({ from: 7, to: 7 });
  });
});

describe("the printable sheets of codes", () => {
  it("have every chosen code once, in order, and none too many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 3_000 }), (from, more) => {
        const sheets = sheetsOf({ from, to: from + more });
        expect(sheets[0]?.from).toBe(from);
        expect(sheets.at(-1)?.to).toBe(from + more);
        for (const [at, sheet] of sheets.entries()) {
          expect(sheet.to - sheet.from).toBeLessThan(PRINT_AT_MOST);
          if (at > 0) expect(sheet.from).toBe((sheets[at - 1]?.to ?? 0) + 1);
        }
      }),
    );
  });
});
