import { describe, expect, it } from "vitest";
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
});
