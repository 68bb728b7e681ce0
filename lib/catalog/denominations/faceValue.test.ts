import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { faceValueOf } from "./faceValue.ts";

const fixed = (name: string, price: number | null, currencyCode: string | null = "USD") =>
  product(1, { name, denomination: "fixed", price, currencyCode });

describe("the face value of a product", () => {
  it("is what its name says beside the code of its currency, before or after", () => {
    for (const name of [
      "Orbit Card 15 USD",
      "USD 15 Orbit Card",
      "Orbit 15USD (series 2)",
      "Orbit 15.00 usd",
    ]) {
      expect(faceValueOf(fixed(name, 1_455)), name).toEqual({ minor: 1_500, tenths: 30 });
    }
  });

  it("counts in the minor units of the currency", () => {
    expect(faceValueOf(fixed("Card 5000 JPY", 4_950, "JPY"))).toEqual({ minor: 5_000, tenths: 10 });
    expect(faceValueOf(fixed("Card 5 KWD", 5_000, "KWD"))).toEqual({ minor: 5_000, tenths: 0 });
  });

  it("is less than the price where a code costs more than it is worth", () => {
    expect(faceValueOf(fixed("Card 10 USD", 1_025))).toEqual({ minor: 1_000, tenths: -25 });
  });

  it("is none where the name says none, several, another currency's, or a part of a word or number", () => {
    for (const name of [
      "Orbit Card",
      "Orbit 15",
      "Orbit 10 USD or 15 USD",
      "Orbit 15 EUR",
      "Orbit X15 USD",
      "Orbit 15 USDT",
      "Orbit 1.15.15 USD",
    ]) {
      expect(faceValueOf(fixed(name, 1_455)), name).toBeNull();
    }
  });

  it("is none where the difference from the price is too great to be a discount", () => {
    expect(faceValueOf(fixed("1000 USD bonus points", 1_455))).toBeNull();
    expect(faceValueOf(fixed("Card 1 USD", 1_455))).toBeNull();
  });

  it("is none of an open product, of one without a price, and of one without a known currency", () => {
    expect(faceValueOf({ ...fixed("Card 15 USD", 1_455), denomination: "open" })).toBeNull();
    expect(faceValueOf(fixed("Card 15 USD", null))).toBeNull();
    expect(faceValueOf(fixed("Card 15 USD", 1_455, null))).toBeNull();
    expect(faceValueOf(fixed("Card 15 (.*)", 1_455, "(.*"))).toBeNull();
  });

  it("is read back from every name that says an amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 99_999_999 }),
        fc.constantFrom("EUR", "JPY", "KWD"),
        fc.boolean(),
        (minor, currency, isBefore) => {
          const text = toMajorText(minor, currency);
          const name = isBefore ? `Card ${text} ${currency}` : `${currency} ${text} card`;
          // A number with three decimals can be read in two ways, and is left out then.
          expect([null, minor]).toContain(faceValueOf(fixed(name, minor, currency))?.minor ?? null);
        },
      ),
    );
  });
});
