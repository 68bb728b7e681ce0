import { describe, expect, it } from "vitest";
import { describeOtherCountry, meansCountry } from "./countryText.ts";

describe("a typed country", () => {
  it.each([
    ["DE", "DE"],
    ["de", "DE"],
    ["Germany", "DE"],
    ["uk", "GB"],
    ["Deutschland", "DE"],
    ["ALLEMAGNE", "DE"],
    ["Alemania", "DE"],
    ["Germania", "DE"],
    ["Niemcy", "DE"],
    ["Duitsland", "DE"],
    ["Österreich", "AT"],
    ["Osterreich", "AT"],
    ["Schweiz", "CH"],
    ["España", "ES"],
    ["Royaume-Uni", "GB"],
    ["Vereinigte Staaten", "US"],
    ["Türkiye", "TR"],
    ["Россия", "RU"],
    ["日本", "JP"],
    ["Deutschland", "de"],
  ])("%s means %s", (typed, code) => expect(meansCountry(typed, code)).toBe(true));

  it.each([
    ["Deutschland", "AT"],
    ["Germany", "FR"],
    // The one in Polish, the other in Norwegian.
    ["Kongo", "CD"],
    ["Kongo", "CG"],
    // A code of Nigeria; in Vietnamese, Russia.
    ["NGA", "RU"],
    ["Nga", "RU"],
    ["", "DE"],
    ["Atlantis", "DE"],
    ["XX", "DE"],
    ["Deutschland", "Deutschland 2"],
  ])("%s does not mean %s", (typed, code) => expect(meansCountry(typed, code)).toBe(false));

  it("that is another one than the product's is named as it was typed", () => {
    expect(describeOtherCountry("Frankreich", "DE")).toBe(
      "This product is for Germany (DE), not for Frankreich.",
    );
    expect(describeOtherCountry("Deutschland", "DE")).toBeNull();
    expect(describeOtherCountry("Frankreich", null)).toBeNull();
  });
});
