import { DAY, type Instant } from "./instant.ts";

/** The day of an instant (`2030-01-31`) for people in `zone`. */
export function dayOf(at: Instant, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Days are counted in UTC, where each has 24 hours. */
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const fromUtc = (at: number) => new Date(at).toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  return fromUtc(toUtc(day) + count * DAY);
}

/** The same day of another month, or its last day if that month is shorter. */
export function addMonths(day: string, count: number): string {
  const date = new Date(toUtc(day));
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  return fromUtc(
    Date.UTC(
      first.getUTCFullYear(),
      first.getUTCMonth(),
      Math.min(date.getUTCDate(), daysOfMonth(fromUtc(first.getTime()))),
    ),
  );
}

export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** The number of days in the month of a day. */
export function daysOfMonth(day: string): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(day: string): number {
  return (new Date(toUtc(day)).getUTCDay() + 6) % 7;
}
