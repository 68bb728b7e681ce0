import { describe, expect, it } from "vitest";
import { dateText } from "./dateText.ts";

describe("a date of a workbook", () => {
  it.each([
    ["44332", 1900, "2021-05-16"],
    ["44332.354166666664", 1900, "2021-05-16 08:30:00"],
    ["0.5", 1900, "12:00:00"],
    ["2", 1900, "1900-01-02"],
    ["61", 1900, "1900-03-01"],
    ["42870", 1904, "2021-05-16"],
    ["-1", 1900, "(date)"],
    ["99999999", 1900, "(date)"],
  ] as const)("is never shown as its number: %s (from %i)", (serial, system, text) => {
    expect(dateText(serial, system)).toBe(text);
  });
});
