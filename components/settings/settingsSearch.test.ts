import { describe, expect, it } from "vitest";
import { SETTINGS_LABELS, settingsTabs } from "#components/shell/navigation/settingsTabs.ts";
import { findSettings, NAMED_SETTINGS } from "./settingsSearch.ts";

const ALL = settingsTabs(() => true);
const OWN = settingsTabs(() => false);
const labels = (text: string, tabs = ALL) => findSettings(text, tabs).map(({ label }) => label);

describe("the search over settings", () => {
  it("finds a setting by words of its name and by what people call it, in any order and case", () => {
    expect(labels("2FA")).toEqual(["Second factor"]);
    expect(labels("customers MESSAGE")).toEqual(["Message for customers"]);
    expect(labels("nothing of the kind")).toEqual([]);
  });

  it("finds nothing for a blank text, and nothing that the member may not see", () => {
    expect(labels("  ")).toEqual([]);
    expect(labels("template", OWN)).toEqual([]);
    expect(labels("password", OWN)).toEqual(["Password"]);
  });

  it("knows something of every tab", () => {
    expect(
      Object.keys(SETTINGS_LABELS).filter((tab) => !NAMED_SETTINGS.some((each) => each.tab === tab)),
    ).toEqual([]);
  });
});
