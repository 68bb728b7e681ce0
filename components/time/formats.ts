const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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

/** A moment in words for people in `zone`; what is no moment stays as it came. */
export function formatInstant(instant: number, style: TimeStyle, zone: string): string {
  const key = `${style} ${zone}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...OPTIONS[style], timeZone: zone });
  formatters.set(key, formatter);
  return Number.isFinite(instant) ? formatter.format(instant) : "not known";
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/** "in 3 min", "2 hr ago"; "now" within five seconds. Rounded down, so that nothing is promised too early. */
export function formatDistance(instant: number, now: number): string {
  const distance = instant - now;
  const size = Math.abs(distance);
  if (!Number.isFinite(distance)) return "not known";
  if (size < 5 * SECOND) return "now";
  const sign = Math.sign(distance);
  if (size < MINUTE) return relative.format(sign * Math.floor(size / SECOND), "second");
  if (size < HOUR) return relative.format(sign * Math.floor(size / MINUTE), "minute");
  if (size < DAY) return relative.format(sign * Math.floor(size / HOUR), "hour");
  return relative.format(sign * Math.floor(size / DAY), "day");
}
