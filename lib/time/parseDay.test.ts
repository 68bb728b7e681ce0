import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayOf, daysOfMonth, weekday } from "./calendarDays.ts";
import { parseDay } from "./parseDay.ts";

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
  ])("reads “%s” as %s", (text, day) => {
    expect(parseDay(text, TODAY)).toBe(day);
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
