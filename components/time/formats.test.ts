import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#lib/time/calendarDays.ts";
import { dayOrderOf } from "#lib/time/dayOrder.ts";
import { parseDay } from "#lib/time/parseDay.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import {
  formatCountdown,
  formatDay,
  formatDistance,
  formatInstant,
  formatNearby,
  formatRecent,
} from "./formats.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { timeZoneOf } from "#lib/time/zoneCookie.ts";

const AT = Date.UTC(2026, 2, 5, 23, 32, 7);

describe("a moment", () => {
  it("is written in the reader's own zone, on the reader's own day", () => {
    expect(formatInstant(AT, "time", "UTC")).toBe("23:32");
    expect(formatInstant(AT, "moment", "Europe/Berlin")).toBe("6 Mar 2026, 00:32");
    expect(formatInstant(AT, "date", "America/New_York")).toBe("5 Mar 2026");
  });

  it("that is none says so instead of breaking the page", () => {
    expect(formatInstant(Number.NaN, "moment", "UTC")).toBe("not known");
    expect(formatDistance(Number.NaN, AT)).toBe("not known");
  });

  it("has a date only if it is not today's in the reader's zone", () => {
    const later = AT + 3_600_000;
    expect(formatNearby(AT, later, "UTC")).toBe("5 Mar 2026, 23:32");
    expect(formatNearby(AT, later, "Europe/Berlin")).toBe("00:32");
    expect(formatNearby(AT, later, "UTC", "day")).toBe("5 Mar");
    expect(formatNearby(AT, later, "Europe/Berlin", "day")).toBe("00:32");
  });
});

describe("the locale of the reader", () => {
  const inLocale = (locale: string, zone: string) => {
    const reset = setLocaleSource(() => locale);
    const texts = (["time", "date", "day", "moment", "exact"] as const).map((style) =>
      formatInstant(AT, style, zone),
    );
    reset();
    return texts;
  };

  it.each([
    ["en-GB", "UTC", "23:32", "5 Mar 2026", "5 Mar", "5 Mar 2026, 23:32", "5 Mar 2026, 23:32:07 UTC"],
    [
      "en-US",
      "America/New_York",
      "6:32 PM",
      "Mar 5, 2026",
      "Mar 5",
      "Mar 5, 2026, 6:32 PM",
      "Mar 5, 2026, 6:32:07 PM EST",
    ],
    ["de-DE", "Asia/Tokyo", "08:32", "06.03.2026", "06.03.", "06.03.2026 08:32", "06.03.2026 08:32:07 GMT+9"],
    ["ja-JP", "UTC", "23:32", "2026/03/05", "03/05", "2026/03/05 23:32", "2026/03/05 23:32:07 UTC"],
    ["sv-SE", "UTC", "23:32", "2026-03-05", "05/03", "2026-03-05 23:32", "2026-03-05 23:32:07 UTC"],
    ["th-TH", "UTC", "23:32", "05/03/2026", "05/03", "05/03/2026 23:32", "05/03/2026 23:32:07 UTC"],
  ])("writes times and dates as in %s", (locale, zone, ...texts) => {
    expect(inLocale(locale, zone)).toEqual(texts);
  });

  it("writes no words but English ones", () => {
    for (const locale of OFFERED_LOCALES) {
      const letters = inLocale(locale, "UTC")
        .join(" ")
        .replaceAll(/UTC|Mar|[ap]\.?\s?m\.?/gi, "");
      // Bulgarian and Canadian French have abbreviations for years, hours, minutes and seconds that are not words.
      const words = letters.replaceAll(/г\.|ч\.| (?:h|min|s)(?= )/g, "").match(/\p{L}/gu);
      expect([locale, words]).toEqual([locale, null]);
    }
  });

  it("writes days that a field reads back", () => {
    const days = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays("1990-01-01", count));
    fc.assert(
      fc.property(days, fc.constantFrom(...OFFERED_LOCALES), (day, locale) => {
        const reset = setLocaleSource(() => locale);
        const text = formatDay(day);
        reset();
        expect([locale, text, parseDay(text, "2026-11-22", dayOrderOf(locale))]).toEqual([locale, text, day]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a moment that may be recent", () => {
  const now = Date.parse("2026-03-05T12:00:00Z");
  it.each([
    [0, "just now"],
    [59 * SECOND, "just now"],
    // The clocks of two machines differ, and the time of a page is that of its minute.
    [-59 * SECOND, "just now"],
    [2 * MINUTE, "2 min ago"],
    [23 * HOUR, "23 hr ago"],
    [24 * HOUR, "4 Mar 2026, 12:00"],
    [-2 * MINUTE, "5 Mar 2026, 12:02"],
    [Number.NaN, "not known"],
  ])("%d ms ago is written %j", (age, text) => expect(formatRecent(now - age, now, "UTC")).toBe(text));

  it("has seconds in the list of what happened to an order", () => {
    expect(formatInstant(now + 7 * SECOND, "second", "UTC", "en-GB")).toBe("5 Mar 2026, 12:00:07");
  });
});

describe("a distance in time", () => {
  it.each([
    [4_000, "now"],
    [59_000, "in 59 sec"],
    [3 * 60_000 + 59_000, "in 3 min"],
    [-2 * 3_600_000, "2 hr ago"],
    [-49 * 3_600_000, "2 days ago"],
  ])("of %i ms is %s", (distance, words) => {
    expect(formatDistance(AT + distance, AT)).toBe(words);
  });
});

describe("a countdown", () => {
  it.each([
    [24_000, "0:24"],
    [23_001, "0:24"],
    [161_000, "2:41"],
    [3_761_000, "1:02:41"],
    [0, "0:00"],
    [-5_000, "0:00"],
  ])("of %i ms is %s", (ms, words) => {
    expect(formatCountdown(ms)).toBe(words);
  });
});

describe("the time zone", () => {
  it("is UTC if the cookie names none that the platform knows", () => {
    expect(timeZoneOf("Europe/Berlin")).toBe("Europe/Berlin");
    expect(timeZoneOf("Atlantis/Capital")).toBe("UTC");
    expect(timeZoneOf("")).toBe("UTC");
    expect(timeZoneOf(undefined)).toBe("UTC");
  });
});
