import { describe, expect, it } from "vitest";
import { hasKnownUnits } from "#lib/money/currencies.ts";
import { CURRENCY_NAMES, LANGUAGE_NAMES, REGION_NAMES } from "./englishNames.ts";
import { countryLabel, currencyName, languageLabel } from "./labels.ts";

describe("names of codes", () => {
  it("are those of their own kind, also for codes that mean something in two", () => {
    for (let time = 0; time < 2; time += 1) {
      expect([countryLabel("DE"), countryLabel("de"), languageLabel("de")]).toEqual([
        "Germany",
        "Germany",
        "German",
      ]);
      expect([currencyName("EUR"), currencyName("eur"), currencyName("XQX")]).toEqual(["Euro", "Euro", null]);
    }
  });

  it("stay as they are for what is no code", () => {
    expect([countryLabel("Narnia"), countryLabel("XX"), languageLabel("d€")]).toEqual(["Narnia", "XX", "d€"]);
  });

  it("are the data of the build, whatever the platform calls them", () => {
    for (const code of ["HK", "MO", "PS", "FK"]) expect(countryLabel(code)).toBe(REGION_NAMES.get(code));
    const ofNode = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const missing = [...REGION_NAMES.keys()].filter((code) => ofNode.of(code) === undefined);
    expect([REGION_NAMES.size > 250, missing]).toEqual([true, []]);
    expect(CURRENCY_NAMES.get("UYW")).toBe("Uruguayan Nominal Wage Index Unit");
    expect([languageLabel("ar"), languageLabel("fil"), LANGUAGE_NAMES.size > 180]).toEqual([
      "Arabic",
      "Filipino",
      true,
    ]);
  });
});

describe("currencies with a name", () => {
  it("are those of which the decimals are known, in either case", () => {
    const unknown = [...CURRENCY_NAMES.keys()].filter(
      (code) => !hasKnownUnits(code) || !hasKnownUnits(code.toLowerCase()),
    );
    expect(unknown).toEqual([]);
    expect(hasKnownUnits("USDT")).toBe(false);
  });
});
