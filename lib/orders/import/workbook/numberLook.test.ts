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
    ["0\\.00", "otherwise"],
    ['[>1000]0"k";0', "otherwise"],
    ["[>1000]#,##0;0", 0],
  ])("%j shows numbers: %j", (code, look) => expect(lookOfCode(code).digits).toBe(look));

  it("belongs to the file from 164 on; those of one language show other digits", () => {
    expect([199, 59, 67, 23].map((id) => lookOfKnown(id).digits)).toEqual([
      "stored",
      "otherwise",
      "otherwise",
      "otherwise",
    ]);
  });

  it("shows a currency, a unit or a minus sign beside the number", () => {
    expect(lookOfCode('0.00" USD"')).toEqual({ digits: 2, before: "", after: " USD" });
    expect(lookOfCode('-0;"x"0')).toEqual({ digits: 0, before: "-", after: "" });
    expect([44, 8].map((id) => lookOfKnown(id).before)).toEqual(["$", "$"]);
    expect([43, 2].map((id) => lookOfKnown(id).before)).toEqual(["", ""]);
  });

  it("shows a number as it is stored, or not", () => {
    expect(isShownAsStored("25.5", lookOfKnown(0))).toBe(true);
    expect(isShownAsStored("25.5", lookOfKnown(2))).toBe(true);
    expect(isShownAsStored("25.5", lookOfKnown(1))).toBe(false);
    expect(isShownAsStored("25", lookOfKnown(1))).toBe(true);
    expect(isShownAsStored("25", lookOfKnown(9))).toBe(false);
  });
});
