import type { Nth, Pattern, Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { addDays, addMonths, daysOfMonth, firstOfMonth, weekday } from "#lib/time/calendarDays.ts";
import type { Instant } from "#lib/time/instant.ts";
import { firstOfWeek } from "#lib/time/weeks.ts";
import { timeOfDay } from "#lib/time/zonedDay.ts";

/** One date of a recurrence: the day in its zone, and the instant. A recurrence has at most one on a day. */
export type Occurrence = { day: string; at: Instant };

/** Weeks of an interval begin on Monday (ISO 8601), whatever the reader's calendar. */
const MONDAY = 0;
/** No recurrence goes on after that: days are compared as texts. */
const LAST_DAY = "2999-12-31";

/**
 * The next occurrences after a day, up to `limit`, the first one first; with null, from the start. Pure: the same on every machine with
 * the same data of time zones (docs/stock-and-schedules.md#dates).
 */
export function occurrencesAfter(recurrence: Recurrence, after: string | null, limit: number): Occurrence[] {
  const { time, zone } = recurrence;
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const found: Occurrence[] = [];
  for (const day of daysOf(recurrence)) {
    if (found.length >= limit) break;
    if (after !== null && day <= after) continue;
    found.push({ day, at: timeOfDay(day, minutes, zone) });
  }
  return found;
}

/** The first occurrence after a day (null: at all) that comes after an instant. */
export function nextOccurrence(
  recurrence: Recurrence,
  { day, at }: { day: string | null; at: Instant },
): Occurrence | null {
  // Two days before, whatever the zone, so that past years are not converted one by one.
  const from = addDays(new Date(at).toISOString().slice(0, 10), -2);
  const after = day !== null && day > from ? day : from;
  return occurrencesAfter(recurrence, after, DAYS_AROUND).find((each) => each.at > at) ?? null;
}
const DAYS_AROUND = 5;

/** How many dates are shown before they come. */
const DATES_SHOWN = 5;

/** The next dates, at most five, after a day (null: from the start) and an instant. */
export function comingDates(
  recurrence: Recurrence,
  since: { day: string | null; at: Instant },
): Occurrence[] {
  const next = nextOccurrence(recurrence, since);
  return next === null ? [] : occurrencesAfter(recurrence, addDays(next.day, -1), DATES_SHOWN);
}

/** All days of a recurrence, within its end. */
function* daysOf({ start, pattern, end }: Recurrence): Generator<string> {
  const last = end.kind === "on" ? end.day : LAST_DAY;
  const most = end.kind === "after" ? end.count : Infinity;
  let count = 0;
  for (const day of patternDays(pattern, start)) {
    if (day > last || count >= most) return;
    if (day < start) continue;
    count += 1;
    yield day;
  }
}

/** The days of a pattern in the periods from that of `start` on, in order; those before `start` in the first period too. */
function* patternDays(pattern: Pattern, start: string): Generator<string> {
  if (pattern.kind === "once") {
    yield start;
    return;
  }
  for (let period = 0; ; period += pattern.every) yield* daysOfPeriod(pattern, start, period);
}

type Repeating = Exclude<Pattern, { kind: "once" }>;

function daysOfPeriod(pattern: Repeating, start: string, period: number): string[] {
  switch (pattern.kind) {
    case "daily":
      return [addDays(start, period)];
    case "weekly": {
      const monday = addDays(firstOfWeek(start, MONDAY), 7 * period);
      return pattern.weekdays.toSorted((one, other) => one - other).map((each) => addDays(monday, each));
    }
    case "monthly-day": {
      const month = addMonths(firstOfMonth(start), period);
      return [addDays(month, Math.min(pattern.day, daysOfMonth(month)) - 1)];
    }
    case "monthly-weekday":
      return [nthWeekday(addMonths(firstOfMonth(start), period), pattern.nth, pattern.weekday)];
  }
}

/** @param month its first day */
function nthWeekday(month: string, nth: Nth, wanted: number): string {
  const first = addDays(month, (wanted - weekday(month) + 7) % 7);
  if (nth !== -1) return addDays(first, 7 * (nth - 1));
  const fifth = addDays(first, 28);
  return fifth.slice(0, 7) === month.slice(0, 7) ? fifth : addDays(first, 21);
}
