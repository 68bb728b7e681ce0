/** The years in which a filter by day makes sense. A start of a day is within them in every zone, and can be stored. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2999;

/** Whether a day (`2026-11-21`) is in a year that a filter can be about. */
export function isSensibleDay(day: string): boolean {
  const year = Number(day.slice(0, day.indexOf("-", 1)));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
