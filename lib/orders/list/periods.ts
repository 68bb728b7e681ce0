import type { Instant } from "#lib/time/instant.ts";
import { addDays, addMonths, dayOf, firstOfMonth } from "#lib/time/calendarDays.ts";
import { firstOfWeek, type Weekday } from "#lib/time/weeks.ts";

/** Periods relative to today: a saved view with one of them moves with the calendar. */
export const PERIODS = ["today", "yesterday", "week", "7-days", "30-days", "month", "last-month"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_WORDS: Record<Period, string> = {
  today: "Today",
  yesterday: "Yesterday",
  week: "This week",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
  month: "This month",
  "last-month": "Last month",
};

/** How the reader counts days: the time zone, and on which day their weeks begin. */
export type DaysOf = { zone: string; weekStart: Weekday };

/** The first and the last day of a period, as the reader counts days. */
export function daysOfPeriod(
  period: Period,
  now: Instant,
  { zone, weekStart }: DaysOf,
): { from: string; to: string } {
  const today = dayOf(now, zone);
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "week":
      return { from: firstOfWeek(today, weekStart), to: today };
    case "7-days":
      return { from: addDays(today, -6), to: today };
    case "30-days":
      return { from: addDays(today, -29), to: today };
    case "month":
      return { from: firstOfMonth(today), to: today };
    case "last-month":
      return { from: addMonths(firstOfMonth(today), -1), to: addDays(firstOfMonth(today), -1) };
  }
}
