import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import { parseQuantity } from "./draftQuantity.ts";

const NOT_WHOLE = { ok: false, message: "Enter a whole number, in digits only." };
const quantities = fc.integer({ min: 1, max: MAX_QUANTITY });

describe("a quantity with separated thousands", () => {
  it.each([
    ["1 000", 1_000],
    [" 12\u00a0500 ", 12_500],
    ["98\u202f765", 98_765],
    ["1'000", 1_000],
    ["1’000", 1_000],
    ["١ ٠٠٠", 1_000],
  ])("reads %j as %d", (text, quantity) => {
    expect(parseQuantity(text)).toEqual({ ok: true, quantity });
  });

  it.each([
    "1,000",
    "1.000",
    "1٬000",
    "1  000",
    "1 00",
    "1 0000",
    "1000 000",
    "0 100",
    "1 000'000",
    "1\t000",
    "1\n000",
    "- 100",
  ])("refuses %j", (text) => expect(parseQuantity(text)).toEqual(NOT_WHOLE));

  it("is read as every locale writes it, or refused where a comma or a point separates", () => {
    fc.assert(
      fc.property(quantities, fc.constantFrom(...OFFERED_LOCALES), (quantity, locale) => {
        const written = new Intl.NumberFormat(locale).format(quantity);
        const isClear = !/[.,٬]/.test(written);
        expect([written, parseQuantity(written)]).toEqual([
          written,
          isClear ? { ok: true, quantity } : NOT_WHOLE,
        ]);
      }),
      { numRuns: 4_000 },
    );
  });

  it("is refused above what a line may have, however it is written, with the number that is possible", () => {
    for (const text of ["100001", "100 001", "99999999", "٩٩٩٩٩٩٩٩", "9".repeat(30)]) {
      expect(parseQuantity(text)).toEqual({
        ok: false,
        message: "Enter at most 100,000. A larger quantity needs several orders.",
      });
    }
    expect(parseQuantity("100000")).toEqual({ ok: true, quantity: MAX_QUANTITY });
  });

  it("is never read as anything but all of its digits", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123456789 \u00a0'’.,".split("")), maxLength: 12 });
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseQuantity(text);
        if (parsed.ok)
          expect([text, parsed.quantity]).toEqual([text, Number(text.replaceAll(/[ \u00a0'’]/g, ""))]);
      }),
      { numRuns: 6_000 },
    );
  });
});
