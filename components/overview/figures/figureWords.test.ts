import { describe, expect, it } from "vitest";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { axisText, changeText, percentText, successText, waitText } from "./figureWords.ts";

describe("words of the figures", () => {
  it("say 100% only of all of them", () => {
    expect(percentText({ part: 9_999, whole: 10_000 })).toBe("99.9%");
    expect(percentText({ part: 3, whole: 3 })).toBe("100%");
    expect(percentText({ part: 0, whole: 0 })).toBe("–");
  });

  it("compare with the period before, if there is something to compare", () => {
    expect(changeText(112, 100, 30)).toBe("12% more than in the 30 days before");
    expect(changeText(50, 100, 90)).toBe("50% less than in the 90 days before");
    expect(changeText(1_000, 1_001, 30)).toBe("Same as in the 30 days before");
    expect(changeText(5, 0, 30)).toBe("None in the 30 days before");
    expect(changeText(0, 0, 30)).toBe("");
    expect(changeText(null, 5, 30)).toBe("");
  });

  it("compare how many orders ended well with the days before, where any had ended", () => {
    const now = { part: 0, whole: 1 };
    expect(successText({ now, previous: { part: 4, whole: 5 } }, 30)).toBe(
      "0 of 1 order; 80% in the 30 days before",
    );
    expect(successText({ now, previous: { part: 0, whole: 0 } }, 30)).toBe("0 of 1 order");
    expect(successText({ now: { part: 0, whole: 0 }, previous: now }, 30)).toBe("No orders have ended");
  });

  it("tell a wait in one unit", () => {
    expect([300, 42_000, 200_000, 5_400_000, 200_000_000].map(waitText)).toEqual([
      "1 s",
      "42 s",
      "3.3 min",
      "1.5 h",
      "2.3 days",
    ]);
    expect(waitText(null)).toBe("–");
  });

  it("write every number in the digits of the region", () => {
    const reset = setLocaleSource(() => "fa-IR");
    try {
      expect(changeText(112, 100, 30)).toBe("۱۲% more than in the ۳۰ days before");
      expect(changeText(5, 0, 90)).toBe("None in the ۹۰ days before");
      expect(waitText(42_000)).toBe("۴۲ s");
    } finally {
      reset();
    }
  });

  it("write amounts beside an axis in major units", () => {
    expect(axisText(120_000, "EUR")).toBe("1.2K");
    expect(axisText(123_456, "EUR")).toBe("1.235K");
    expect(axisText(125_000, "EUR")).toBe("1.25K");
    expect([25, 50, 75, 100].map((each) => axisText(each, "EUR"))).toEqual(["0.25", "0.5", "0.75", "1"]);
    expect(axisText(25, "KWD")).toBe("0.025");
    expect(axisText(5_000, "JPY")).toBe("5K");
    expect(axisText(5_000, null)).toBe("5K");
  });
});
