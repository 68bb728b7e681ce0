import { describe, expect, it } from "vitest";
import { formatCountdown, formatDistance, formatInstant, formatNearby } from "./formats.ts";
import { timeZoneOf } from "./timeZone.ts";

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

  it("has a date only where it is not today's in the reader's zone", () => {
    const later = AT + 3_600_000;
    expect(formatNearby(AT, later, "UTC")).toBe("5 Mar 2026, 23:32");
    expect(formatNearby(AT, later, "Europe/Berlin")).toBe("00:32");
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
  it("is UTC where the cookie names none that the platform knows", () => {
    expect(timeZoneOf("Europe/Berlin")).toBe("Europe/Berlin");
    expect(timeZoneOf("Atlantis/Capital")).toBe("UTC");
    expect(timeZoneOf("")).toBe("UTC");
    expect(timeZoneOf(undefined)).toBe("UTC");
  });
});
