import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayOf, daysOfMonth, weekday } from "./calendarDays.ts";
import { parseDay } from "./parseDay.ts";
import { firstOfWeek, placeInWeek, weekStartOf } from "./weeks.ts";

const TODAY = "2026-11-22";

describe("parseDay()", () => {
  it.each([
    ["2026-11-21", "2026-11-21"],
    ["21.11.2026", "2026-11-21"],
    ["1/2/26", "2026-02-01"],
    ["21 Nov 2026", "2026-11-21"],
    ["3 march", "2026-03-03"],
    ["5.", null],
    ["5.3.", "2026-03-05"],
    ["Today", TODAY],
    ["yesterday", "2026-11-21"],
    ["29 feb 2027", null],
    ["2026-02-31", null],
    ["13/13/2026", null],
    ["", null],
    ["soon", null],
    ["Nov 21, 2026", "2026-11-21"],
    ["2026/11/21", "2026-11-21"],
    ["2026. 11. 21.", "2026-11-21"],
    ["٢١‏/١١‏/٢٠٢٦", "2026-11-21"],
  ])("reads “%s” as %s", (text, day) => {
    expect(parseDay(text, TODAY)).toBe(day);
  });

  it("reads two numbers in the order of the reader's locale", () => {
    expect(parseDay("1/2/26", TODAY, "day-first")).toBe("2026-02-01");
    expect(parseDay("1/2/26", TODAY, "month-first")).toBe("2026-01-02");
    expect(parseDay("2/30/26", TODAY, "month-first")).toBeNull();
  });
});

describe("days of the calendar", () => {
  it("go over months, leap years and the change of clocks", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
    expect(daysOfMonth("2028-02-10")).toBe(29);
    expect([weekday("2026-11-23"), weekday("2026-11-22")]).toEqual([0, 6]);
  });

  it("are those of the reader's time zone", () => {
    const at = Date.parse("2026-11-22T23:30:00Z");
    expect([dayOf(at, "UTC"), dayOf(at, "Asia/Tokyo"), dayOf(at, "America/New_York")]).toEqual([
      "2026-11-22",
      "2026-11-23",
      "2026-11-22",
    ]);
  });
});

describe("a week", () => {
  it.each([
    ["de-DE", 0],
    ["en-GB", 0],
    ["en-US", 6],
    ["ja-JP", 6],
    ["ar-EG", 5],
    ["pt-BR", 6],
  ])("begins in %s on day %i, Monday being 0", (locale, day) => {
    expect(weekStartOf(locale)).toBe(day);
  });

  it("has seven days, whatever day it begins on and whatever the clocks do", () => {
    const days = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays("1990-01-01", count));
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (day, start) => {
        const first = firstOfWeek(day, start);
        expect(weekday(first)).toBe(start);
        expect(first <= day && day < addDays(first, 7)).toBe(true);
        expect(addDays(first, placeInWeek(day, start))).toBe(day);
      }),
    );
  });
});
