import { describe, expect, it } from "vitest";
import { hasLostDigits, similarForm, typedForms, valueForms } from "./searchableValue.ts";

describe("a text that may be a code", () => {
  it.each([
    ["TEST-1", ["TEST-1"]],
    [" TEST-1 ", ["TEST-1"]],
    ["TEST-1.", ["TEST-1.", "TEST-1"]],
    ["„TEST-1“,", ["„TEST-1“,", "TEST-1"]],
    ["(TEST-1);\u200b", ["(TEST-1);\u200b", "TEST-1"]],
    ["…", ["…", ""]],
  ])("%j is looked for as it is, and without the punctuation around it", (typed, forms) => {
    expect(typedForms(typed)).toEqual(forms);
  });
});

/** Whether what was typed leads to a code that was delivered as `code`. */
const finds = (typed: string, code: string) => {
  const stored = new Set(valueForms(code));
  return typedForms(typed)
    .flatMap(valueForms)
    .some((form) => stored.has(form));
};

describe("a code as a customer reads it", () => {
  const CODE = "ABCD-1234-EFGH";
  it.each([
    ...Array.from("._/:•−–—‐·,;|*+~'’\\#").map((separator) => CODE.replaceAll("-", separator)),
    "abcd 1234 efgh",
    "ＡＢＣＤ－１２３４－ＥＦＧＨ",
    "ABCD1234EFGH",
    "Code: ABCD-1234-EFGH",
    "Your gift card code is here: ABCD-1234-EFGH.",
    "PIN ABCD-1234-EFGH",
    "Gutscheincode: abcd.1234.efgh",
    "Serial number = 17\nCode: ABCD-1234-EFGH",
    "(ABCD-1234-EFGH)",
  ])("is found: %s", (typed) => {
    expect(finds(typed, CODE)).toBe(true);
  });

  it("is found however it was delivered itself", () => {
    for (const code of ["AB.CD/12_34", "ab:cd 1234", "AB•CD−1234"])
      expect(finds("ABCD1234", code)).toBe(true);
  });

  it("is another one with other digits, however small the difference", () => {
    expect(finds("123000", "00123000")).toBe(false);
    expect(finds("00123", "0123")).toBe(false);
    expect(finds("ABCD-1234-EFGI", CODE)).toBe(false);
    expect(finds("A8CD-1234-EFGH", CODE)).toBe(false);
  });

  it("is similar where characters are taken for each other, and only then", () => {
    expect(similarForm("O0IlBS-x")).toBe(similarForm("00118 5X"));
    expect(similarForm("A8CD-I234-EFGH")).toBe(similarForm("ABCD-1234-EFGH"));
    expect(similarForm("ABCD-1234-EFGH")).not.toBe(similarForm("ABCD-1234-EFG2"));
    expect(similarForm("00123000")).not.toBe(similarForm("123000"));
    expect(similarForm("O1BS")).toBeNull();
  });

  it.each(["2.86886E+18", "2,86886E+18", "2.86886e18", "1234567890123450000"])(
    "has lost digits in a spreadsheet: %s",
    (text) => expect(hasLostDigits(text)).toBe(true),
  );
  it.each(["1234567890123456789", "ABC2.8E+18", "100000", "28E"])("has lost none: %s", (text) =>
    expect(hasLostDigits(text)).toBe(false),
  );
});
