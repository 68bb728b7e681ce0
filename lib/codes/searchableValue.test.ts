import { describe, expect, it } from "vitest";
import { typedForms } from "./searchableValue.ts";

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
