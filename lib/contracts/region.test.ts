import { describe, expect, it } from "vitest";
import { chooseRegionSchema } from "./region.ts";

const parse = (locale: unknown, timeZone: unknown) => chooseRegionSchema.safeParse({ locale, timeZone });

describe("a region", () => {
  it.each([
    [null, null, { locale: null, timeZone: null }],
    ["de-de", "asia/tokyo", { locale: "de-DE", timeZone: "Asia/Tokyo" }],
    // What a tag requests besides the locale, such as other digits, is dropped.
    ["th-TH-u-ca-buddhist-nu-thai", "UTC", { locale: "th-TH", timeZone: "UTC" }],
  ])("%s, %s is one", (locale, timeZone, region) => {
    expect(parse(locale, timeZone).data).toEqual(region);
  });

  it.each([
    ["klingon-Qonos", null, "“klingon-Qonos” is not a known locale. Enter one such as de-DE."],
    ["xx-XX", null, "“xx-XX” is not a known locale. Enter one such as de-DE."],
    ["", null, "“” is not a known locale. Enter one such as de-DE."],
    [null, "Atlantis/Capital", "“Atlantis/Capital” is not a known time zone. Enter one such as Asia/Tokyo."],
    [null, "+02:00", "“+02:00” is not a known time zone. Enter one such as Asia/Tokyo."],
  ])("%s, %s is none, and the message says why", (locale, timeZone, message) => {
    expect(parse(locale, timeZone).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
