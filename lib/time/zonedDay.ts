import { memoize } from "#lib/text/memoize.ts";
import { DAY, MINUTE, type Instant } from "./instant.ts";

const wallClockOf = memoize(
  (zone) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: Instant, zone: string): number {
  const parts = wallClockOf(zone).formatToParts(at);
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

/**
 * When a clock in `zone` shows so many minutes after midnight of a day (`2030-01-31`). A time that is left out, because the clocks go
 * forward over it, is as much later as they go forward; of a time that comes twice, it is the first.
 */
export function timeOfDay(day: string, minutes: number, zone: string): Instant {
  const utc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE;
  // By the offset of the day before and of the day after: if they differ, the clocks change in between.
  const [before, after] = [offsetAt(utc - DAY, zone), offsetAt(utc + DAY, zone)];
  const shown = [utc - before, utc - after].filter((at) => offsetAt(at, zone) === utc - at);
  return shown.length > 0 ? Math.min(...shown) : utc - before;
}

/** When a day (`2030-01-31`) begins in `zone`; null if it is not a day. */
export function startOfDay(day: string, zone: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const utc = Date.parse(`${day}T00:00:00Z`);
  // `2030-02-31` would become a day of March.
  if (!Number.isFinite(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return null;
  // Midnight by the UTC offset of the day before and of the day after: if they differ, the clocks change in between.
  const offsets = [offsetAt(utc - DAY, zone), offsetAt(utc + DAY, zone)];
  const midnights = offsets.map((offset) => utc - offset).filter((at) => offsetAt(at, zone) === utc - at);
  return midnights.length > 0 ? Math.min(...midnights) : afterGap(utc, offsets, zone);
}

/** The first instant of a day without a midnight, because the clocks go forward over it. */
function afterGap(utc: number, offsets: readonly number[], zone: string): Instant {
  let [before, after] = [utc - Math.max(...offsets), utc - Math.min(...offsets)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(middle, zone) < utc) before = middle;
    else after = middle;
  }
  return after;
}

/** The first instant after a day (`2030-01-31`) in `zone`; days with a clock change have 23 or 25 hours. */
export function endOfDay(day: string, zone: string): Instant | null {
  const start = startOfDay(day, zone);
  if (start === null) return null;
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return startOfDay(next, zone);
}
