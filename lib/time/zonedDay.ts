import { DAY, type Instant } from "./instant.ts";

/** How far a zone's wall clock is ahead of UTC at an instant, milliseconds. */
function offsetAt(at: Instant, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - Math.floor(at / 1_000) * 1_000;
}

/** When a day (`2030-01-31`) begins for people in `zone`; null for what is no day. */
export function startOfDay(day: string, zone: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const utc = Date.parse(`${day}T00:00:00Z`);
  // `2030-02-31` would become a day of March.
  if (!Number.isFinite(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return null;
  // The offset may change between the first guess and the day's real beginning.
  const guess = utc - offsetAt(utc, zone);
  return utc - offsetAt(guess, zone);
}

/** The first instant after a day (`2030-01-31`) in `zone`; days with a clock change have 23 or 25 hours. */
export function endOfDay(day: string, zone: string): Instant | null {
  const start = startOfDay(day, zone);
  if (start === null) return null;
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return startOfDay(next, zone);
}
