import type { Instant } from "#lib/time/instant.ts";
import { addDays, addMonths, dayOf, firstOfMonth } from "#lib/time/calendarDays.ts";

/** Days as people mean them: a saved view with one of them moves with the calendar. */
export const PERIODS = ["today", "yesterday", "7-days", "30-days", "month", "last-month"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_WORDS: Record<Period, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
  month: "This month",
  "last-month": "Last month",
};

/** First and last day of a period, in the time zone of whoever looks. */
export function daysOfPeriod(period: Period, now: Instant, zone: string): { from: string; to: string } {
  const today = dayOf(now, zone);
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
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
