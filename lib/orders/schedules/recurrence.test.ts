import * as fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { describe, expect, it } from "vitest";
import { NTH, type Pattern, type Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import { timeOfDay } from "#lib/time/zonedDay.ts";
import { nextOccurrence, occurrencesAfter, type Occurrence } from "./recurrence.ts";

const FIRST = "2026-01-01";
const BEGIN = Date.parse(`${FIRST}T00:00:00Z`);
const END = BEGIN + 10 * 366 * DAY;
const ZONES = Intl.supportedValuesOf("timeZone");

/** How far a zone's clock is ahead of UTC, as the platform writes it. */
function offsetOf(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(
    at,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The days within ten years on which the clocks of a zone change. */
function changesOf(zone: string): string[] {
  const found: string[] = [];
  const step = 14 * DAY;
  for (let at = BEGIN; at < END; at += step) {
    if (offsetOf(at, zone) === offsetOf(at + step, zone)) continue;
    for (let day = at; day < at + step; day += DAY)
      if (offsetOf(day, zone) !== offsetOf(day + DAY, zone)) found.push(toIso(day).slice(0, 10));
  }
  return found;
}

const WITH_CHANGES = ZONES.map((zone) => ({ zone, days: changesOf(zone) })).filter(
  ({ days }) => days.length > 0,
);

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const weekdayOf = (place: number) => WEEKDAYS[place] ?? "";

function ruleOf(pattern: Pattern): string {
  switch (pattern.kind) {
    case "once":
      return "FREQ=DAILY;COUNT=1";
    case "daily":
      return `FREQ=DAILY;INTERVAL=${pattern.every}`;
    case "weekly":
      return `FREQ=WEEKLY;WKST=MO;INTERVAL=${pattern.every};BYDAY=${pattern.weekdays.map(weekdayOf).join(",")}`;
    case "monthly-day": {
      // The last of these days that a month has is the wanted one, or its last.
      const days = Array.from({ length: pattern.day }, (_, place) => place + 1);
      return `FREQ=MONTHLY;INTERVAL=${pattern.every};BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
    }
    case "monthly-weekday":
      return `FREQ=MONTHLY;INTERVAL=${pattern.every};BYDAY=${pattern.nth}${weekdayOf(pattern.weekday)}`;
  }
}

/** What the oracle says: its days at noon, which no zone leaves out, each with the time put in place of noon. */
function byOracle({ start, time, zone, pattern, end }: Recurrence, limit: number): Occurrence[] {
  const until = end.kind === "on" ? end.day : "2100-01-01";
  const most = Math.min(limit, end.kind === "after" ? end.count : limit);
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${zone}:${start.replaceAll("-", "")}T120000\nRRULE:${ruleOf(pattern)}`,
  });
  const days = rule.all((_, place) => place < most + 40);
  return days
    .filter((each) => each.toPlainDate().toString() <= until)
    .slice(0, most)
    .map((each) => ({
      day: each.toPlainDate().toString(),
      at: each.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds,
    }));
}

const every = fc.integer({ min: 1, max: 12 });
const weekday = fc.integer({ min: 0, max: 6 });
const patterns: fc.Arbitrary<Pattern> = fc.oneof(
  fc.constant({ kind: "once" as const }),
  fc.record({ kind: fc.constant("daily" as const), every }),
  fc.record({
    kind: fc.constant("weekly" as const),
    every,
    weekdays: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
  }),
  fc.record({ kind: fc.constant("monthly-day" as const), every, day: fc.integer({ min: 1, max: 31 }) }),
  fc.record({ kind: fc.constant("monthly-weekday" as const), every, nth: fc.constantFrom(...NTH), weekday }),
);
const days = fc.integer({ min: 0, max: 3_650 }).map((count) => addDays(FIRST, count));
const recurrences: fc.Arbitrary<Recurrence> = fc.record({
  start: days,
  time: fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => toIso(minute * MINUTE).slice(11, 16)),
  zone: fc.constantFrom(...WITH_CHANGES.map(({ zone }) => zone), "UTC", "Asia/Kolkata"),
  pattern: patterns,
  end: fc.oneof(
    fc.constant({ kind: "never" as const }),
    fc.record({ kind: fc.constant("on" as const), day: days }),
    fc.record({ kind: fc.constant("after" as const), count: fc.integer({ min: 1, max: 40 }) }),
  ),
});

const BERLIN: Recurrence = {
  start: "2026-03-28",
  time: "02:30",
  zone: "Europe/Berlin",
  pattern: { kind: "daily", every: 1 },
  end: { kind: "never" },
};
const times = (recurrence: Recurrence, limit = 3) =>
  occurrencesAfter(recurrence, null, limit).map(({ at }) => toIso(at));

describe("the dates of a recurrence", () => {
  it("are those of the oracle, for every pattern, start, end and zone with changing clocks", () => {
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        expect(occurrencesAfter(recurrence, null, 30)).toEqual(byOracle(recurrence, 30));
      }),
      { numRuns: 1_500 },
    );
  });

  it("are those of the oracle around every change of clocks of every zone for ten years", () => {
    const minutes = Array.from({ length: 16 }, (_, half) => half * 30);
    let compared = 0;
    for (const { zone, days: changed } of WITH_CHANGES) {
      const start = addDays(changed[0] ?? FIRST, -1);
      const rule = new RRuleTemporal({
        rruleString: `DTSTART;TZID=${zone}:${start.replaceAll("-", "")}T120000\nRRULE:FREQ=DAILY;COUNT=1`,
      });
      const [noon] = rule.all();
      for (const day of changed.flatMap((each) => [addDays(each, -1), each, addDays(each, 1)])) {
        const [year = 0, month = 0, ofMonth = 0] = day.split("-").map(Number);
        const onDay = noon?.toPlainDate().with({ year, month, day: ofMonth });
        for (const minute of [...minutes, 23 * 60 + 30]) {
          const time = toIso(minute * MINUTE).slice(11, 16);
          const ours = timeOfDay(day, minute, zone);
          const theirs = onDay?.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
          // Compared once more only to name the difference: so many expectations would take a minute.
          if (ours !== theirs) expect([zone, day, time, ours]).toEqual([zone, day, time, theirs]);
          compared += 1;
        }
      }
    }
    expect(WITH_CHANGES.length).toBeGreaterThan(100);
    expect(compared).toBeGreaterThan(50_000);
  });

  it("are later by an hour where the clocks go forward over the time, and the first of two where they go back", () => {
    expect(times(BERLIN)).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    expect(times({ ...BERLIN, start: "2026-10-24" })).toEqual([
      "2026-10-24T00:30:00.000Z",
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("are on the last day of a month that lacks the day", () => {
    const monthly = {
      ...BERLIN,
      start: "2028-01-31",
      pattern: { kind: "monthly-day", every: 1, day: 31 },
    } as const;
    expect(occurrencesAfter(monthly, null, 4).map(({ day }) => day)).toEqual([
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
      "2028-04-30",
    ]);
  });

  it("come one after the other, at most one on a day, and go on where they were left", () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 0, max: 20 }), (recurrence, place) => {
        const all = occurrencesAfter(recurrence, null, 25);
        for (const [index, { day, at }] of all.entries()) {
          const before = all[index - 1];
          expect(before === undefined || (before.day < day && before.at < at)).toBe(true);
        }
        const left = all[place];
        if (left === undefined) return;
        expect(occurrencesAfter(recurrence, left.day, 24 - place)).toEqual(all.slice(place + 1));
        expect(nextOccurrence(recurrence, left)).toEqual(all[place + 1] ?? null);
        expect(nextOccurrence(recurrence, { day: null, at: left.at - 1 })).toEqual(left);
      }),
      { numRuns: 1_000 },
    );
  });
});
