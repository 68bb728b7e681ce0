import { describe, expect, it } from "vitest";
import { countryOfAlpha3 } from "./alpha3.ts";
import { countryOfAdjective } from "./countryAdjectives.ts";
import { REGION_NAMES } from "./englishNames.ts";
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
    ["DEU", "DE"],
    ["SAU", "SA"],
    ["Gbr", "GB"],
    ["German", "DE"],
    ["deutsch", "DE"],
    ["Österreichisch", "AT"],
    ["Saudi", "SA"],
    ["South African", "ZA"],
    ["NGA", "NG"],
  ])("%s means %s", (typed, code) => expect(meansCountry(typed, code)).toBe(true));

  it.each([
    ["Deutschland", "AT"],
    ["Germany", "FR"],
    // The one in Polish, the other in Norwegian.
    ["Kongo", "CD"],
    ["Kongo", "CG"],
    // A code of Nigeria; in Vietnamese, Russia.
    ["NGA", "RU"],
    ["AUT", "AU"],
    ["AUS", "AT"],
    ["Saudi", "AE"],
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

  it("has a code of three letters for each of two, and no other has it", () => {
    const all = [...REGION_NAMES.keys()].filter((code) => !WITHOUT.has(code));
    const codes = LETTERS.flatMap((one) =>
      LETTERS.flatMap((two) => LETTERS.map((three) => one + two + three)),
    );
    const found = codes.flatMap((code) => countryOfAlpha3(code) ?? []);
    expect(found.toSorted()).toEqual(all.toSorted());
  });

  it("has adjectives that are of one country each, and no codes", () => {
    for (const code of REGION_NAMES.keys()) expect(countryOfAdjective(code.toLowerCase())).toBeUndefined();
    expect(countryOfAdjective("peruano")).toBe("PE");
  });
});

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Unions, and islands that ISO 3166 counts with another country. */
const WITHOUT = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));
