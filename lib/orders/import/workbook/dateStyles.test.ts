import { describe, expect, it } from "vitest";
import { DateStyles, isDateFormat } from "./dateStyles.ts";

/** Cell styles with these formats, beside some that no cell uses. */
const stylesWith = (...ids: (number | undefined)[]) => {
  const styles = new DateStyles();
  styles.open("numFmt", { numFmtId: "164", formatCode: "0.00" });
  styles.open("numFmt", { numFmtId: "165", formatCode: "dd/mm" });
  styles.open("numFmt", { numFmtId: "22", formatCode: "0.00" });
  styles.open("numFmt", { numFmtId: "15" });
  styles.open("xf", { numFmtId: "14" });
  styles.open("cellXfs", {});
  for (const id of ids) styles.open("xf", id === undefined ? {} : { numFmtId: String(id) });
  styles.open("other", { numFmtId: "14" });
  styles.close("xf");
  styles.open("xf", { numFmtId: "0" });
  styles.close("cellXfs");
  styles.open("xf", { numFmtId: "14" });
  return styles;
};

describe("a number with a format that every workbook has", () => {
  it.each([14, 21, 27, 36, 45, 47, 50, 58])("is a date or a time: %i", (id) =>
    expect(stylesWith(id).isDateStyle(0)).toBe(true),
  );

  it.each([0, 13, 23, 26, 37, 44, 48, 49, 59])("is a number: %i", (id) =>
    expect(stylesWith(id).isDateStyle(0)).toBe(false),
  );
});

describe("a number with a style of the workbook", () => {
  it("is a date if the workbook's own format says so, also for an id that every workbook has", () => {
    const styles = stylesWith(164, 165, 22, 15, undefined, 14);
    expect([0, 1, 2, 3, 4, 5].map(styles.isDateStyle)).toEqual([false, true, false, false, false, true]);
  });

  it("is a number if there is no such style", () => {
    const styles = stylesWith(14);
    expect([0, 1, 2, 3, -1, Number.NaN].map(styles.isDateStyle)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("the last format of a range", () => {
  it("is a date too", () => {
    const styles = new DateStyles();
    styles.open("cellXfs", {});
    styles.open("xf", { numFmtId: "22" });
    expect(styles.isDateStyle(0)).toBe(true);
  });
});

describe("the code of a format", () => {
  it.each([
    ["General", false],
    ["GENERAL", false],
    ["", false],
    ["0.00", false],
    ['#,##0.00 "days"', false],
    ['"d"0"h"', false],
    ['"d"d"h"', true],
    ["[Red]0.00", false],
    ["[d]0", false],
    ["[$-409]d-mmm", true],
    ["[$USD]0.00", false],
    ["[h]:00", true],
    ["[H]:00", true],
    ["[ss]", true],
    ["[mm", true],
    ["[hx]0", false],
    ["YYYY", true],
    ["yyyy\\-mm\\-dd", true],
    ["0\\d", false],
    ["_-* #,##0.00_-", false],
    ["_d0", false],
    ["*s0", false],
    ["#,##0 \\d", false],
  ])("%j is that of a date: %s", (code, isDate) => expect(isDateFormat(code)).toBe(isDate));
});
