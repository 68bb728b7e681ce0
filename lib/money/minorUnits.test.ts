import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { exponentOf, hasKnownUnits } from "./currencies.ts";
import {
  amountForFile,
  formatAmount,
  formatSignedAmount,
  multiplyMinor,
  parseAmount,
  sumMinor,
  toMajorText,
} from "./minorUnits.ts";
import { setStatedUnits, unitsText } from "./statedUnits.ts";

const CURRENCIES = ["EUR", "USD", "JPY", "KRW", "KWD", "BHD", "CLF", "HUF", "IDR", "INR", "PLN", "CAD"];

describe("a typed amount is read as people mean it", () => {
  it.each([
    ["25", "EUR", 2500],
    ["25.50", "EUR", 2550],
    ["25,50", "EUR", 2550],
    ["25,5", "EUR", 2550],
    ["0.05", "EUR", 5],
    [".5", "EUR", 50],
    ["25.", "EUR", 2500],
    ["1 000", "EUR", 100_000],
    ["1\u00a0000,50", "EUR", 100_050],
    ["1\u202f000,50 €", "EUR", 100_050],
    ["1'000.50", "CHF", 100_050],
    ["1’000", "CHF", 100_000],
    ["1,000.50", "EUR", 100_050],
    ["1.000,50", "EUR", 100_050],
    ["1.000.000", "EUR", 100_000_000],
    ["12,34,567.80", "INR", 123_456_780],
    ["1234.5", "EUR", 123_450],
    ["٢٥٫٥٠", "EUR", 2550],
    ["١٬٢٣٤٫٥٠", "EUR", 123_450],
    ["۲۵", "EUR", 2500],
    ["२५.५", "INR", 2550],
    ["２５．５０", "EUR", 2550],
    ["\u200f25.50\u200f", "EUR", 2550],
    ["EUR 25", "EUR", 2500],
    ["25 eur", "EUR", 2500],
    ["€25", "EUR", 2500],
    ["$25", "CAD", 2500],
    ["25 zł", "PLN", 2500],
    ["1000", "JPY", 1000],
    ["1,000", "JPY", 1000],
    ["1.234", "KWD", 1234],
    ["1.5", "KWD", 1500],
    ["1,234.567", "KWD", 1_234_567],
    ["1234,567", "KWD", 1_234_567],
    ["0,250", "KWD", 250],
    ["0", "EUR", 0],
    ["90071992547409.91", "EUR", Number.MAX_SAFE_INTEGER],
    ["25", null, 2500],
  ])("%j in %s is %d minor units", (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, minor });
  });
});

describe("an ambiguous amount is refused, never guessed", () => {
  it.each([
    ["1,000", "EUR", /can mean two amounts.*1000/],
    ["1.000", "EUR", /can mean two amounts/],
    ["25.000", "USD", /can mean two amounts/],
    ["1,234", "KWD", /can mean two amounts/],
    ["1.000", "JPY", /not clear.*1000/],
    ["", "EUR", /Enter an amount/],
    ["   ", "EUR", /Enter an amount/],
    ["25.505", "HUF", /can mean/],
    ["1234.505", "EUR", /at most 2 decimals/],
    ["25.5", "JPY", /no decimals/],
    ["25.00", "JPY", /no decimals/],
    ["1.2345", "KWD", /at most 3 decimals/],
    ["-25", "EUR", /without a minus/],
    ["−25", "EUR", /without a minus/],
    ["1e3", "EUR", /not an amount/],
    ["0x10", "EUR", /not an amount/],
    ["25 USD", "EUR", /not an amount in EUR/],
    ["$25", "EUR", /not an amount/],
    ["EUR 25 EUR", "EUR", /not an amount/],
    ["abc", "EUR", /not an amount/],
    [",", "EUR", /not an amount/],
    ["1 00", "EUR", /not a clear amount/],
    ["12 34", "EUR", /not a clear amount/],
    ["1,00,00", "EUR", /not a clear amount/],
    ["1.000,50.10", "EUR", /not a clear amount/],
    ["1,000,50", "EUR", /not a clear amount/],
    ["1 000,000.50", "EUR", /not a clear amount/],
    ["1,,5", "EUR", /not a clear amount/],
    ["0,000,5", "EUR", /not a clear amount/],
    ["90071992547409.92", "EUR", /too large/],
    ["9".repeat(61), "EUR", /too long/],
    ["<img src=x>", "EUR", /not an amount/],
    ["25²", "EUR", /not an amount/],
    ["½", "EUR", /not an amount/],
  ])("%j in %s", (text, currency, message) => {
    const parsed = parseAmount(text, currency);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.message).toMatch(message);
  });

  it.each([
    ["1,000", "EUR", [100, 100_000]],
    ["1.000", "EUR", [100, 100_000]],
    ["25.500", "EUR", [2_550, 2_550_000]],
    ["25.505", "EUR", [2_550_500]],
    ["1,234", "KWD", [1_234, 1_234_000]],
    ["1.000", "JPY", [1, 1_000]],
    ["12 34", "EUR", undefined],
  ])("%j in %s says which amounts it can mean: %j", (text, currency, readings) => {
    const parsed = parseAmount(text, currency);
    expect(parsed.ok ? null : parsed.readings).toEqual(readings);
  });
});

const amount = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);
const currencies = fc.constantFrom(...CURRENCIES);

describe("parseAmount", () => {
  it("reads every amount back that a field or a page shows", () => {
    fc.assert(
      fc.property(amount, currencies, (minor, currency) => {
        expect(parseAmount(toMajorText(minor, currency), currency)).toEqual({ ok: true, minor });
        expect(parseAmount(formatAmount(minor, currency), currency)).toEqual({ ok: true, minor });
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("parseAmount", () => {
  it("reads an amount in the format of another country as the same amount, or refuses it", () => {
    const locales = fc.constantFrom("de", "fr", "de-CH", "en-IN", "ar-EG", "fa", "sv", "pt-BR", "ja");
    fc.assert(
      fc.property(amount, currencies, locales, (minor, currency, locale) => {
        const digits = exponentOf(currency);
        const text = new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(toMajorText(minor, currency));
        const parsed = parseAmount(text, currency);
        // Only two kinds of text cannot be told apart: an amount with three decimals, and a thousand with a point.
        if (parsed.ok) expect(parsed.minor).toBe(minor);
        else expect(parsed.message).toMatch(/two amounts|not clear/);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("parseAmount", () => {
  it("reads an amount as the page writes it in any locale as the same amount, or refuses it", () => {
    fc.assert(
      fc.property(amount, currencies, fc.constantFrom(...OFFERED_LOCALES), (minor, currency, locale) => {
        const reset = setLocaleSource(() => locale);
        const text = formatAmount(minor, currency);
        const parsed = parseAmount(text, currency);
        reset();
        if (parsed.ok) expect([locale, text, parsed.minor]).toEqual([locale, text, minor]);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("parseAmount", () => {
  it("throws for no text and yields only exact amounts", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(..."0123456789.,' ٫٬-+e€$".split("")) }),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, currencies, (given, currency) => {
        const parsed = parseAmount(given, currency);
        if (parsed.ok) expect(Number.isSafeInteger(parsed.minor) && parsed.minor >= 0).toBe(true);
        else expect(parsed.message).not.toBe("");
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("exponents come from ISO 4217", () => {
  it.each([
    ["EUR", 2],
    ["JPY", 0],
    ["jpy", 0],
    ["KWD", 3],
    ["IQD", 3],
    ["CLF", 4],
    // The platform's Intl has no decimals for these four; ISO 4217 has two.
    ["HUF", 2],
    ["IDR", 2],
    ["COP", 2],
    ["PKR", 2],
    ["", 2],
    [null, 2],
  ])("%s has %i", (currency, exponent) => expect(exponentOf(currency)).toBe(exponent));
});

describe("amounts are shown exactly", () => {
  it.each([
    [3299, "EUR", "€32.99"],
    [-5, "EUR", "−€0.05"],
    [-5, "EURO", "EURO −5 (units unknown)"],
    [3299, "JPY", "JP¥3,299"],
    [1234, "KWD", "KWD\u00a01.234"],
    [3299, "HUF", "HUF\u00a032.99"],
    [Number.MAX_SAFE_INTEGER, "EUR", "€90,071,992,547,409.91"],
    [3299, "usd", "US$32.99"],
    [3299, "EURO", "EURO 3299 (units unknown)"],
    [3299, "USDT", "USDT 3299 (units unknown)"],
    [3299, "$", "$ 3299 (units unknown)"],
    [3299, "BTC", "BTC 3299 (units unknown)"],
    [9_007_199_254_740_993_123n, "EUR", "€90,071,992,547,409,931.23"],
  ])("%s of %s is %s", (minor, currency, text) => expect(formatAmount(minor, currency)).toBe(text));

  it.each([
    ["en-GB", "€1,234.50", "US$1,234.50"],
    ["en-US", "€1,234.50", "$1,234.50"],
    ["de-DE", "1.234,50\u00a0€", "1.234,50\u00a0$"],
    ["fr-FR", "1\u00a0234,50\u00a0€", "1\u00a0234,50\u00a0$US"],
  ])("as in %s", (locale, euros, dollars) => {
    expect([formatAmount(123_450, "EUR", locale), formatAmount(123_450, "USD", locale)]).toEqual([
      euros,
      dollars,
    ]);
  });

  it.each(["en-GB", "de-DE", "nl-NL", "sv-SE", "ar-EG", "he-IL"])(
    "with the same minus sign, also beside signed amounts, as in %s",
    (locale) => {
      const negative = formatAmount(-12_000, "EUR", locale);
      expect(negative).toContain("−");
      expect(negative).not.toContain("-");
      expect(formatSignedAmount(-12_000, "EUR", locale)).toBe(negative);
      expect(formatSignedAmount(12_000, "EUR", locale)).toBe(negative.replace("−", "+"));
      expect(formatSignedAmount(0, "EUR", locale)).toBe(formatAmount(0, "EUR", locale));
      // Copied into a field, it is understood, and refused because of its sign.
      expect(parseAmount(formatAmount(-500, "EUR", "en-GB"), "EUR")).toEqual({
        ok: false,
        message: expect.stringContaining("without a minus sign"),
      });
    },
  );

  it.each([
    [3299, null, "3,299 minor units"],
    [3299, "", "3,299 minor units"],
    [1, null, "1 minor unit"],
    [-5, null, "−5 minor units"],
    [9_007_199_254_740_993n, null, "9,007,199,254,740,993 minor units"],
  ])("%s of the currency %j is %s: nobody knows its decimals", (minor, currency, text) =>
    expect(formatAmount(minor, currency)).toBe(text),
  );

  it("keeps its sign without a currency", () => {
    expect([-5, 5].map((minor) => formatSignedAmount(minor, null))).toEqual([
      "−5 minor units",
      "+5 minor units",
    ]);
  });

  it("is no number in a file without its currency", () => {
    expect(amountForFile(3_299, "EUR")).toBe("32.99");
    expect(amountForFile(-3_299, "JPY")).toBe("-3299");
    for (const none of [null, "", "USDT"]) {
      expect(amountForFile(3_299, none)).toBe("3299 minor units");
      expect(amountForFile(1, none)).toBe("1 minor unit");
    }
  });

  it("refuses a float", () => {
    expect(() => formatAmount(32.99, "EUR")).toThrow(RangeError);
    expect(() => toMajorText(Number.NaN, "EUR")).toThrow(RangeError);
    expect(() => formatAmount(32.99, null)).toThrow(RangeError);
    expect(() => amountForFile(32.99, null)).toThrow(RangeError);
  });
});

describe("sums and products of amounts", () => {
  it("are exact or null", () => {
    const safe = fc.maxSafeInteger();
    fc.assert(
      fc.property(safe, safe, (a, b) => {
        const product = multiplyMinor(a, b);
        const exact = BigInt(a) * BigInt(b);
        const fits = exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= -BigInt(Number.MAX_SAFE_INTEGER);
        expect(product === null ? null : BigInt(product)).toBe(fits ? exact : null);
        const sum = sumMinor([a, b]);
        const total = BigInt(a) + BigInt(b);
        const sumFits = total <= BigInt(Number.MAX_SAFE_INTEGER) && total >= -BigInt(Number.MAX_SAFE_INTEGER);
        expect(sum === null ? null : BigInt(sum)).toBe(sumFits ? total : null);
      }),
    );
    expect(sumMinor([])).toBe(0);
    expect(sumMinor([0.1, 0.2])).toBeNull();
    expect(multiplyMinor(1.5, 2)).toBeNull();
    expect(Object.is(multiplyMinor(-1, 0), 0)).toBe(true);
  });
});

describe("a currency that ISO 4217 does not know", () => {
  it("has whole numbers as the service writes them, until an administrator has stated its decimals", () => {
    expect(hasKnownUnits("USDT")).toBe(false);
    expect(parseAmount("2500", "USDT")).toEqual({ ok: true, minor: 2_500 });
    expect(parseAmount("25.00", "USDT").ok).toBe(false);
    const reset = setStatedUnits(unitsText(new Map([["usdt", 6]])));
    expect(["USDT", "usdt", " Usdt "].map(hasKnownUnits)).toEqual([true, true, true]);
    expect(formatAmount(25_500_000, "USDT")).toBe("USDT 25.500000");
    expect(parseAmount("25.5", "usdt")).toEqual({ ok: true, minor: 25_500_000 });
    expect(amountForFile(25_500_000, "USDT")).toBe("25.500000");
    expect(hasKnownUnits("DIEM")).toBe(false);
    reset();
    expect(hasKnownUnits("USDT")).toBe(false);
  });

  it("is none of the standard, which has its own decimals, whatever is stated", () => {
    const reset = setStatedUnits(unitsText(new Map([["EUR", 6]])));
    expect([exponentOf("EUR"), exponentOf("eur")]).toEqual([2, 2]);
    reset();
  });
});
