import { describe, expect, it } from "vitest";
import { CEILINGS } from "#lib/contracts/orders/schedules.ts";
import type { Pattern, Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { DAY, HOUR } from "#lib/time/instant.ts";
import { aheadChecks } from "./aheadChecks.ts";
import { highestPrice } from "./highestPrice.ts";
import { recurrenceInWords } from "./recurrenceWords.ts";
import { scheduleValues, typedRecurrence } from "./scheduleForm.ts";

const AT = { start: "2026-12-01", time: "09:00", zone: "Europe/Berlin" };
const PATTERNS: Pattern[] = [
  { kind: "once" },
  { kind: "daily", every: 1 },
  { kind: "weekly", every: 2, weekdays: [0, 3] },
  { kind: "monthly-day", every: 1, day: 31 },
  { kind: "monthly-weekday", every: 3, nth: -1, weekday: 4 },
];
const TODAY = { tomorrow: "2026-11-29", zone: "UTC", weekday: 6 };

function recurrence(pattern: Pattern, end: Recurrence["end"] = { kind: "never" }): Recurrence {
  return { ...AT, pattern, end };
}

describe("the form of a schedule", () => {
  it("gives back every recurrence that it was filled with", () => {
    const ends: Recurrence["end"][] = [
      { kind: "never" },
      { kind: "on", day: "2027-12-31" },
      { kind: "after", count: 5 },
    ];
    for (const pattern of PATTERNS)
      for (const end of pattern.kind === "once" ? ends.slice(0, 1) : ends) {
        const known = { name: "Mondays", recurrence: recurrence(pattern, end), lines: [] };
        expect(typedRecurrence(scheduleValues(known, TODAY))).toEqual({ recurrence: known.recurrence });
      }
  });

  it("names the field that is wrong", () => {
    const values = scheduleValues(null, TODAY);
    const problemsOf = (wrong: Partial<typeof values>) => {
      const typed = typedRecurrence({ ...values, ...wrong });
      return "problems" in typed ? Object.keys(typed.problems) : [];
    };
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ every: "often" })).toEqual(["every"]);
    expect(problemsOf({ weekdays: [] })).toEqual(["weekdays"]);
    expect(problemsOf({ kind: "monthly-day", day: "32" })).toEqual(["day"]);
    expect(problemsOf({ start: "" })).toEqual(["start"]);
    expect(problemsOf({ zone: "Mars/Olympus" })).toEqual(["zone"]);
    expect(problemsOf({ end: "on" })).toEqual(["endDay"]);
    expect(problemsOf({ end: "after", count: "0" })).toEqual(["count"]);
  });
});

describe("a recurrence in words", () => {
  it.each([
    [PATTERNS[0], { kind: "never" as const }, "Once on 1 Dec 2026 at 09:00 (Europe/Berlin)"],
    [PATTERNS[1], { kind: "after" as const, count: 3 }, "Every day at 09:00 (Europe/Berlin), 3 times"],
    [
      PATTERNS[2],
      { kind: "never" as const },
      "Every 2 weeks on Monday and Thursday at 09:00 (Europe/Berlin)",
    ],
    [
      PATTERNS[3],
      { kind: "on" as const, day: "2027-12-31" },
      "Every month on day 31, or the month's last at 09:00 (Europe/Berlin), until 31 Dec 2027",
    ],
    [PATTERNS[4], { kind: "never" as const }, "Every 3 months on the last Friday at 09:00 (Europe/Berlin)"],
  ])("of %j is %s", (pattern, end, words) => {
    expect(recurrenceInWords(recurrence(pattern ?? { kind: "once" }, end))).toBe(words);
  });
});

describe("the highest price of a code", () => {
  it("is that of now, a twentieth more in whole minor units, or any", () => {
    expect(CEILINGS.map((each) => highestPrice(1_999, each))).toEqual([1_999, 2_098, null]);
    const most = Number.MAX_SAFE_INTEGER - Math.floor(Number.MAX_SAFE_INTEGER / 20) - 1;
    expect(Number.isSafeInteger(highestPrice(most, "plus-5"))).toBe(true);
  });
});

describe("checks ahead of a date", () => {
  it("come three days and a day before, or at once if these have passed", () => {
    const at = 100 * DAY;
    expect(aheadChecks(at, at - 10 * DAY)).toEqual([at - 3 * DAY, at - DAY]);
    expect(aheadChecks(at, at - 2 * DAY)).toEqual([at - 2 * DAY, at - DAY]);
    expect(aheadChecks(at, at - HOUR)).toEqual([at - HOUR]);
  });
});
