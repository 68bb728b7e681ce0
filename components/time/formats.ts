import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";

/** `time`: 14:32; `date`: 5 Mar 2026; `moment`: 5 Mar 2026, 14:32; `exact`: with seconds and the zone. */
export type TimeStyle = "time" | "date" | "moment" | "exact";

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const OPTIONS: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  time: CLOCK,
  date: DATE,
  moment: { ...DATE, ...CLOCK },
  exact: { ...DATE, ...CLOCK, second: "2-digit", timeZoneName: "short" },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A moment in words for people in `zone`; "not known" for what is no moment. */
export function formatInstant(instant: number, style: TimeStyle, zone: string): string {
  const key = `${style} ${zone}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...OPTIONS[style], timeZone: zone });
  formatters.set(key, formatter);
  return Number.isFinite(instant) ? formatter.format(instant) : "not known";
}

/** `14:32`, with the date where it is not today's. */
export function formatNearby(instant: number, now: number, zone: string): string {
  const isToday = formatInstant(instant, "date", zone) === formatInstant(now, "date", zone);
  return formatInstant(instant, isToday ? "time" : "moment", zone);
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/** "in 3 min", "2 hr ago"; "now" within five seconds. Rounded down, so that nothing is promised too early. */
export function formatDistance(instant: number, now: number): string {
  const distance = instant - now;
  const size = Math.abs(distance);
  if (!Number.isFinite(distance)) return "not known";
  if (size < 5 * SECOND) return "now";
  if (size < MINUTE) return inUnits(distance, SECOND, "second");
  if (size < HOUR) return inUnits(distance, MINUTE, "minute");
  if (size < DAY) return inUnits(distance, HOUR, "hour");
  return inUnits(distance, DAY, "day");
}

/** `2:41`, `1:02:41` below a day: how long until something happens. Nothing left is `0:00`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours === 0
    ? `${minutes}:${twoDigits(seconds % 60)}`
    : `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

function inUnits(distance: number, unit: number, name: Intl.RelativeTimeFormatUnit): string {
  // Intl writes "3 min.", whose full stop would end a sentence.
  return relative.format(Math.trunc(distance / unit), name).replace(".", "");
}
