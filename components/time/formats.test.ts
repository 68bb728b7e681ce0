import { describe, expect, test } from "vitest";
import { formatDistance, formatInstant } from "./formats.ts";
import { timeZoneOf } from "./timeZone.ts";

const AT = Date.UTC(2026, 2, 5, 23, 32, 7);

describe("a moment", () => {
  test("is written in the reader's own zone, on the reader's own day", () => {
    expect(formatInstant(AT, "time", "UTC")).toBe("23:32");
    expect(formatInstant(AT, "moment", "Europe/Berlin")).toBe("6 Mar 2026, 00:32");
    expect(formatInstant(AT, "date", "America/New_York")).toBe("5 Mar 2026");
  });
  test("that is none says so instead of breaking the page", () => {
    expect(formatInstant(Number.NaN, "moment", "UTC")).toBe("not known");
    expect(formatDistance(Number.NaN, AT)).toBe("not known");
  });
});

test.each([
  [4_000, "now"],
  [59_000, "in 59 sec."],
  [3 * 60_000 + 59_000, "in 3 min."],
  [-2 * 3_600_000, "2 hr. ago"],
  [-49 * 3_600_000, "2 days ago"],
])("a distance of %i ms is %s", (distance, words) => {
  expect(formatDistance(AT + distance, AT)).toBe(words);
});

test("a zone that nobody knows is UTC, whatever the cookie says", () => {
  expect(timeZoneOf("Europe/Berlin")).toBe("Europe/Berlin");
  expect(timeZoneOf("Atlantis/Capital")).toBe("UTC");
  expect(timeZoneOf("")).toBe("UTC");
  expect(timeZoneOf(undefined)).toBe("UTC");
});
