import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmountRange } from "./amountRange.ts";
import { exponentOf } from "./currencies.ts";
import { formatAmount } from "./minorUnits.ts";

describe("a range of amounts", () => {
  it.each([
    [2_000, 30_000, "CAD", "en-GB", "CA$20–300"],
    [250, 1_000, "EUR", "en-GB", "€2.50–10.00"],
    [15_000, 1_000_000, "KWD", "en-GB", "KWD\u00a015–1,000"],
    [15_500, 1_000_000, "KWD", "en-GB", "KWD\u00a015.500–1,000.000"],
    [500, 10_000, "JPY", "en-GB", "JP¥500–10,000"],
    [2_000, 123_400, "EUR", "de-DE", "20–1.234\u00a0€"],
    [2_050, 123_400, "EUR", "fr-FR", "20,50–1\u00a0234,00\u00a0€"],
    [2_000, 30_000, "CHF", "de-CH", "CHF\u00a020–300"],
    [1_000, 2_000, null, "en-GB", "1,000 minor units to 2,000 minor units"],
    [
      1_000,
      2_000,
      "no currency",
      "en-GB",
      "no currency 1000 (units unknown) to no currency 2000 (units unknown)",
    ],
  ])("%s to %s of %s in %s is %s", (min, max, currency, locale, text) => {
    expect(formatAmountRange(min, max, currency, locale)).toBe(text);
  });

  it("has the digits of both amounts and their currency once, in every region", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    const locale = fc.constantFrom(
      "en-GB",
      "en-US",
      "de-DE",
      "de-CH",
      "fr-FR",
      "ar-EG",
      "he-IL",
      "ja-JP",
      "en-IN",
      "nl-NL",
    );
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.constantFrom("EUR", "JPY", "KWD", "USD", "INR"),
        locale,
        (min, max, currency, where) => {
          const [from = "", to = "", ...more] = formatAmountRange(min, max, currency, where).split("–");
          expect(more).toEqual([]);
          const whole = (text: string) => text.replace(/[.,٫]0+(?=\D*$)|[.,٫]٠+(?=\D*$)/u, "");
          const decimals = exponentOf(currency);
          const isShort = decimals > 0 && [min, max].every((each) => each % 10 ** decimals === 0);
          const full = [min, max].map((each) => formatAmount(each, currency, where));
          const [fullMin = "", fullMax = ""] = isShort ? full.map(whole) : full;
          expect(fullMin).toContain(from);
          expect(fullMax).toContain(to);
          expect([from, to].every((text) => /\p{Nd}/u.test(text))).toBe(true);
        },
      ),
    );
  });
});
