import { describe, expect, it } from "vitest";
import { isShownAsStored, lookOfCode, lookOfKnown } from "./numberLook.ts";

describe("the format of a number", () => {
  it.each([
    ["General", "stored"],
    ['General" pcs"', "stored"],
    ["@", "stored"],
    ["0", 0],
    ["0.00", 2],
    ["#,##0.00", 2],
    ["#,##0.00_);[Red](#,##0.00)", 2],
    ['_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-', 2],
    ["[$€-407] #,##0.00", 2],
    ["000000", 0],
    ["0%", "otherwise"],
    ["0.00E+00", "otherwise"],
    ["# ?/?", "otherwise"],
    ["0,", "otherwise"],
    ['#,##0.0,,"M"', "otherwise"],
    ['"25"', "otherwise"],
    ['0"0"', "otherwise"],
    ["\\2\\5", "otherwise"],
    [";;;", "otherwise"],
    ['"";"";""', "otherwise"],
    ['[>10]"5";0', "otherwise"],
    ['"a;b"0', 0],
  ])("%j shows numbers: %j", (code, look) => expect(lookOfCode(code)).toBe(look));

  it("shows a number as it is stored, or not", () => {
    expect(isShownAsStored("25.5", lookOfKnown(0))).toBe(true);
    expect(isShownAsStored("25.5", lookOfKnown(2))).toBe(true);
    expect(isShownAsStored("25.5", lookOfKnown(1))).toBe(false);
    expect(isShownAsStored("25", lookOfKnown(1))).toBe(true);
    expect(isShownAsStored("25", lookOfKnown(9))).toBe(false);
  });
});
