import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitEnd } from "./splitEnd.ts";

describe("the end of a name", () => {
  it.each([
    ["Pizzeria Vela United States Voucher 75 USD", "Pizzeria Vela United States Voucher", "75 USD"],
    ["Basslinie Germany Gift Card (series 2)", "Basslinie Germany Gift Card", "(series 2)"],
    ["Scenario: is refused with an explanation", "Scenario: is refused with an", "explanation"],
    ["Scenario: is incomprehensible", "Scenario: is incomprehensible", ""],
    ["Voucher", "Voucher", ""],
    [" Voucher", " Voucher", ""],
    ["", "", ""],
  ])("of %j is kept whole where its start is cut off", (name, start, end) => {
    expect(splitEnd(name)).toEqual({ start, end });
  });

  it("loses nothing but the space before it", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { start, end } = splitEnd(name);
        expect(`${start}${end}`.replaceAll(/\s/g, "")).toBe(name.replaceAll(/\s/g, ""));
        expect(end.length).toBeLessThanOrEqual(12);
      }),
    );
  });
});
