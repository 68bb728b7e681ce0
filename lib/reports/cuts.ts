import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import type { Cuts } from "#lib/contracts/reports/reports.ts";
import { nextOccurrence, occurrencesAfter, type Occurrence } from "#lib/orders/schedules/recurrence.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import type { Instant } from "#lib/time/instant.ts";

/** Cuts have no beginning: that of a report is when it is set up. */
const START = "2020-01-01";
/** Longer than any month. */
const BACK_DAYS = 40;

function recurrenceOf({ every, time, zone }: Cuts): Recurrence {
  const pattern =
    every.kind === "week"
      ? { kind: "weekly" as const, every: 1, weekdays: [every.weekday] }
      : { kind: "monthly-day" as const, every: 1, day: every.day };
  return { start: START, time, zone, pattern, end: { kind: "never" } };
}

/** The first cut after a moment. Null: there is none any more. */
export function cutAfter(cuts: Cuts, at: Instant): Occurrence | null {
  return nextOccurrence(recurrenceOf(cuts), { day: null, at });
}

/** The cut after that of a day. */
export function cutAfterDay(cuts: Cuts, day: string): Occurrence | null {
  return occurrencesAfter(recurrenceOf(cuts), day, 1)[0] ?? null;
}

/** When the period begins that ends with the cut of a day: at the cut before. */
export function beginOf(cuts: Cuts, { day, at }: Occurrence): Instant {
  const around = occurrencesAfter(recurrenceOf(cuts), addDays(day, -BACK_DAYS), BACK_DAYS / 7);
  return around.findLast((each) => each.day < day)?.at ?? at;
}
