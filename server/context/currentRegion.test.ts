import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { formatCount } from "#lib/text/counts.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { chooseRegion, currentRegion, inRegionOf } from "./currentRegion.ts";

describe("the region of a request", () => {
  it.each([
    ["de-DE,de;q=0.9,en;q=0.8", "de-DE"],
    ["EN-us", "en-US"],
    ["fr", "fr"],
    [undefined, "en-GB"],
    ["*", "en-GB"],
    ["klingon-Qonos, de", "en-GB"],
    [`${"x".repeat(5_000)},de`, "en-GB"],
  ])("is what its browser asks for first: %s is %s", (header, locale) => {
    expect(inRegionOf(header, () => currentRegion().locale)).toBe(locale);
  });

  it("is what its member has chosen, and never that of another request", async () => {
    const reset = setLocaleSource(() => currentRegion().locale);
    const answer = (header: string, chosen: string | null) =>
      inRegionOf(header, async () => {
        await turn();
        chooseRegion({ locale: chosen, timeZone: null });
        await turn();
        return formatCount(1_234);
      });
    const answers = await Promise.all([
      answer("en-GB", "de-DE"),
      answer("en-GB", null),
      answer("de", "en-US"),
    ]);
    expect(answers).toEqual(["1.234", "1,234", "1,234"]);
    expect(formatCount(1_234)).toBe("1,234");
    reset();
  });
});
