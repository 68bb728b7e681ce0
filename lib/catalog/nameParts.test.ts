import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namePartsOf } from "./nameParts.ts";

const shown = (name: string, countryCode: string | null = "DE", denomination: "fixed" | "open" = "fixed") =>
  namePartsOf({ name, countryCode, denomination })
    .filter(({ isRepeated }) => !isRepeated)
    .map(({ from, to }) => name.slice(from, to))
    .join("");

describe("the name of a product beside columns for its country and price", () => {
  it("leaves out the country", () => {
    expect(shown("Nordic Stays Germany Hotel Voucher 100 EUR")).toBe("Nordic Stays Hotel Voucher 100 EUR");
    expect(shown("Orbit Card Germany")).toBe("Orbit Card");
  });

  it("leaves out that an amount can be chosen, only where it can", () => {
    expect(shown("Basket Germany Card, choose your amount (series 2)", "DE", "open")).toBe(
      "Basket Card (series 2)",
    );
    expect(shown("Basket Card, choose your amount", "DE", "fixed")).toBe("Basket Card, choose your amount");
  });

  it("keeps the name of another country, a part of a word, and one that the name begins with or says twice", () => {
    for (const name of [
      "Germany Rail Pass",
      "Orbit France Card",
      "Orbit Germanys Card",
      "A Germany B Germany",
    ]) {
      expect(shown(name)).toBe(name);
    }
    expect(shown("Orbit Germany Card", null)).toBe("Orbit Germany Card");
  });

  it("has every letter of the name in its parts, and always leaves something", () => {
    const word = fc.constantFrom(
      "Germany",
      "Card",
      ",",
      "choose your amount",
      "(series 2)",
      "",
      "10 EUR",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom("fixed", "open"),
        (words, denomination) => {
          const name = words.join(" ");
          const parts = namePartsOf({ name, countryCode: "DE", denomination });
          expect(parts.map(({ from, to }) => name.slice(from, to)).join("")).toBe(name);
          if (name !== "") expect(parts.some(({ isRepeated }) => !isRepeated)).toBe(true);
        },
      ),
    );
  });
});
