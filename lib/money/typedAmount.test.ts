import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { CURRENCY_SAMPLES } from "./currencies.testing.ts";
import { exponentOf } from "./currencies.ts";
import { formatAmount, parseAmount, toMajorText } from "./minorUnits.ts";
import { amountText, neutralAmount, readNeutralAmount, shownAmount } from "./typedAmount.ts";

const CURRENCIES = [...CURRENCY_SAMPLES, "CHF", "DKK", "INR", "PKR", "SAR", "USD"];
const minors = fc.oneof(
  fc.integer({ min: 0, max: 9_999 }),
  fc.integer({ min: 0, max: 200_000_000 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);
const currencies = fc.constantFrom(...CURRENCIES);
const locales = fc.constantFrom(...OFFERED_LOCALES);

const read = (typed: string, currency: string, locale: string) =>
  readNeutralAmount(neutralAmount(typed, currency, locale), currency, locale);

/** Runs the test as on a page in this locale. */
function inLocale<T>(locale: string, work: () => T): T {
  const reset = setLocaleSource(() => locale);
  try {
    return work();
  } finally {
    reset();
  }
}

describe("an amount typed in a field", () => {
  it.each([
    ["de-DE", "10,50", "EUR", 1_050],
    ["de-DE", "10.50", "EUR", 1_050],
    ["de-DE", "10,5 €", "EUR", 1_050],
    ["de-DE", "1.234,50", "EUR", 123_450],
    ["de-DE", "1.234.567", "EUR", 123_456_700],
    ["de-DE", "1,234.50", "EUR", 123_450],
    ["de-DE", "1,234", "KWD", 1_234],
    ["de-DE", "1.234", "JPY", 1_234],
    ["da-DK", "1.234,50 kr.", "DKK", 123_450],
    ["fr-FR", "1 234,50", "EUR", 123_450],
    ["de-CH", "1’234.50", "CHF", 123_450],
    ["ar-EG", "١٬٢٣٤٫٥٠", "EUR", 123_450],
    ["en-GB", "10,50", "EUR", 1_050],
    ["en-GB", "1.234", "KWD", 1_234],
    ["en-GB", "1,234", "JPY", 1_234],
  ])("in %s as %j in %s is %d minor units", (locale, typed, currency, minor) => {
    expect(read(typed, currency, locale)).toEqual({ ok: true, minor });
  });

  it.each([
    [
      "de-DE",
      "1.234",
      "EUR",
      "“1.234” can mean two amounts. For 1.234,00\u00a0€ write 1234; else write it like 1,00.",
    ],
    [
      "de-DE",
      "1,234",
      "EUR",
      "“1,234” can mean two amounts. For 1.234,00\u00a0€ write 1234; else write it like 1,00.",
    ],
    [
      "de-DE",
      "1.234",
      "KWD",
      "“1.234” can mean two amounts. For 1.234,000\u00a0KWD write 1234; else write it like 1,000.",
    ],
    ["de-DE", "1,000", "JPY", "“1,000” is not clear. For 1.000\u00a0¥ write 1000."],
    [
      "en-GB",
      "1.234",
      "EUR",
      "“1.234” can mean two amounts. For €1,234.00 write 1234; else write it like 1.00.",
    ],
    [
      "en-GB",
      "1,234",
      "KWD",
      "“1,234” can mean two amounts. For KWD\u00a01,234.000 write 1234; else write it like 1.000.",
    ],
    ["en-GB", "Rs.25", "PKR", "“Rs.25” is not an amount in PKR. Write it like 25.00."],
    ["de-DE", "zwei.", "EUR", "“zwei.” is not an amount in EUR. Write it like 25,00."],
  ])("in %s as %j in %s is refused, in the reader's own separators", (locale, typed, currency, message) => {
    const parsed = inLocale(locale, () => read(typed, currency, locale));
    expect(parsed.ok ? parsed.minor : parsed.message).toBe(message);
  });
});

describe("amounts in every locale and every number of decimals", () => {
  it("are read back as they are written, on a page and in a field", () => {
    fc.assert(
      fc.property(minors, currencies, locales, (minor, currency, locale) => {
        for (const text of [formatAmount(minor, currency, locale), amountText(minor, currency, locale)]) {
          expect([locale, text, read(text, currency, locale)]).toEqual([locale, text, { ok: true, minor }]);
        }
      }),
      { numRuns: 4_000 },
    );
  });

  it("are kept as a text that everybody reads alike, and shown again as they were understood", () => {
    fc.assert(
      fc.property(minors, currencies, locales, locales, (minor, currency, typedIn, shownIn) => {
        const neutral = neutralAmount(formatAmount(minor, currency, typedIn), currency, typedIn);
        expect(inLocale(shownIn, () => parseAmount(neutral, currency))).toEqual({ ok: true, minor });
        expect(shownAmount(neutral, currency, shownIn)).toBe(amountText(minor, currency, shownIn));
        expect(neutralAmount(shownAmount(neutral, currency, shownIn), currency, shownIn)).not.toBe("");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a text that is no amount", () => {
  it("is shown as it was typed", () => {
    for (const locale of OFFERED_LOCALES) {
      for (const typed of ["25,5x", "1.5.", "zwei.", ""]) {
        expect(shownAmount(neutralAmount(typed, "EUR", locale), "EUR", locale)).toBe(typed);
      }
    }
  });
});

describe("a text that could be another amount elsewhere", () => {
  it("is read as its own locale writes amounts, or refused: never another amount", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123456789.,".split("")), maxLength: 9 });
    const likeAmounts = fc
      .tuple(
        fc.integer({ min: 0, max: 99_999 }),
        fc.constantFrom(".", ","),
        fc.integer({ min: 0, max: 9_999 }),
      )
      .map(([before, separator, after]) => `${before}${separator}${after}`);
    fc.assert(
      fc.property(fc.oneof(texts, likeAmounts), currencies, locales, (typed, currency, locale) => {
        const parsed = read(typed, currency, locale);
        const own = ownReading(typed, currency, locale);
        if (parsed.ok && own !== null) expect([typed, locale, parsed.minor]).toEqual([typed, locale, own]);
      }),
      { numRuns: 6_000 },
    );
  });

  it("is, as another locale writes it, read as the same amount or refused, except if the own locale writes it too", () => {
    fc.assert(
      fc.property(minors, currencies, locales, locales, (minor, currency, writtenIn, readIn) => {
        const text = amountText(minor, currency, writtenIn);
        const parsed = read(text, currency, readIn);
        if (parsed.ok && ownReading(text, currency, readIn) === null) {
          expect([text, readIn, parsed.minor]).toEqual([text, readIn, minor]);
        }
      }),
      { numRuns: 4_000 },
    );
  });

  it("is as large as the number that is typed if no separator is in it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), currencies, locales, (whole, currency, locale) => {
        const minor = whole * 10 ** exponentOf(currency);
        expect(read(String(whole), currency, locale)).toEqual({ ok: true, minor });
        expect(read(toMajorText(minor, currency).replace(/\..*/, ""), currency, locale)).toMatchObject({
          minor,
        });
      }),
    );
  });
});

/** The meaning of a text by the separators of a locale alone, with groups of three; null if these do not make it an amount. */
function ownReading(text: string, currency: string, locale: string): number | null {
  const digits = exponentOf(currency);
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: 1,
  }).formatToParts(1_234_567.5);
  const sign = (name: "group" | "decimal") => parts.find(({ type }) => type === name)?.value ?? "";
  const [whole = "", fraction, ...more] = text.split(sign("decimal"));
  const groups = whole.split(sign("group"));
  const isGrouped =
    groups.slice(1).every((group) => group.length === 3) && /^[1-9]\d{0,2}$/.test(groups[0] ?? "");
  const joined = groups.join("");
  if (more.length > 0 || !/^\d+$/.test(joined) || !/^\d*$/.test(fraction ?? "")) return null;
  if ((groups.length > 1 && !isGrouped) || (fraction ?? "").length > digits) return null;
  return Number(joined + (fraction ?? "").padEnd(digits, "0"));
}
