import { memoize } from "#lib/text/memoize.ts";
import { addDays, weekday } from "./calendarDays.ts";

/** 0 for Monday to 6 for Sunday. */
export type Weekday = number;

/** Available in browsers and Node, but not yet in the compiler's library. */
type WithWeekInfo = { getWeekInfo?: () => { firstDay: number } };

/** The day on which weeks begin in a locale; Monday (ISO 8601) if the platform does not know. */
export const weekStartOf = memoize((locale): Weekday => {
  const known: Intl.Locale & WithWeekInfo = new Intl.Locale(locale);
  // Intl counts Monday as 1 and Sunday as 7.
  return (known.getWeekInfo?.().firstDay ?? 1) - 1;
});

/** The first day of the week that contains a day. */
export function firstOfWeek(day: string, weekStart: Weekday): string {
  return addDays(day, -placeInWeek(day, weekStart));
}

/** How many days of its week are before a day: 0 to 6. */
export function placeInWeek(day: string, weekStart: Weekday): number {
  return (weekday(day) - weekStart + 7) % 7;
}
