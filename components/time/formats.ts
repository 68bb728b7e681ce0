import { currentLocale, DEFAULT_LOCALE } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { dateOptions, isEnglish } from "#lib/time/dateOptions.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";

/**
 * `time`: 14:32; `date`: 5 Mar 2026; `day`: 5 Mar; `moment`: 5 Mar 2026, 14:32; `second`: with seconds; `exact`: with seconds and
 * the zone. All in the reader's locale.
 */
export type TimeStyle = "time" | "date" | "day" | "moment" | "second" | "exact";

/**
 * The 12-hour clock is also used in English locales only, because AM and PM are words. Its hours have no leading zero, those of
 * the 24-hour clock have one.
 */
function clockOptions(locale: string): Intl.DateTimeFormatOptions {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hour12 === true && isEnglish(locale)
    ? { hour: "numeric", minute: "2-digit", hour12: true }
    : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
}

/** The parts of a style: dates and times are formatted separately, because some locales put words between them. */
function partsOf(locale: string, style: TimeStyle): Intl.DateTimeFormatOptions[] {
  const date = dateOptions(locale);
  const { year: _, ...day } = date;
  const clock = clockOptions(locale);
  switch (style) {
    case "time":
      return [clock];
    case "date":
      return [date];
    case "day":
      return [day];
    case "moment":
      return [date, clock];
    case "second":
    case "exact":
      return [date, { ...clock, second: "2-digit" }];
  }
}

const formattersOf = memoize((key) => {
  const [locale = "", style = "", timeZone = ""] = key.split(" ");
  // The key is made of a style below.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const parts = partsOf(locale, style as TimeStyle);
  const separator = isEnglish(locale) ? ", " : " ";
  return { separator, formats: parts.map((each) => new Intl.DateTimeFormat(locale, { ...each, timeZone })) };
});

const zoneFormatterOf = memoize((key) => {
  const [locale = "", timeZone = ""] = key.split(" ");
  return new Intl.DateTimeFormat(locale, { timeZoneName: "short", timeZone });
});

/** Formats a moment in `zone` in the reader's locale; "not known" if it is not a valid moment. */
export function formatInstant(
  instant: number,
  style: TimeStyle,
  zone: string,
  locale: string = currentLocale(),
): string {
  if (!Number.isFinite(instant)) return "not known";
  const { separator, formats } = formattersOf(`${locale} ${style} ${zone}`);
  const text = formats.map((each) => withPlainSpaces(each.format(instant))).join(separator);
  return style === "exact" ? `${text} ${zoneName(instant, zone, locale)}` : text;
}

/** `CET`, `GMT+9`. */
function zoneName(instant: number, zone: string, locale: string): string {
  const parts = zoneFormatterOf(`${isEnglish(locale) ? locale : DEFAULT_LOCALE} ${zone}`).formatToParts(
    instant,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Platforms write different spaces before AM and PM; server and browser must write the same. */
function withPlainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}

/** A day (`2026-03-05`), which has no time: 5 Mar 2026. */
export function formatDay(day: string, style: "date" | "day" = "date"): string {
  return formatInstant(Date.parse(`${day}T00:00:00Z`), style, "UTC");
}

/** `14:32` if it is today, otherwise as in `otherwise`: `5 Mar 2026, 14:32` or `5 Mar`. */
export function formatNearby(
  instant: number,
  now: number,
  zone: string,
  otherwise: "moment" | "day" = "moment",
): string {
  const isToday = formatInstant(instant, "date", zone) === formatInstant(now, "date", zone);
  return formatInstant(instant, isToday ? "time" : otherwise, zone);
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

/** For a moment in the last 24 hours how long ago it was, "just now" or "2 hr ago"; otherwise the moment, `5 Mar 2026, 14:32`. */
export function formatRecent(instant: number, now: number, zone: string): string {
  const age = now - instant;
  if (!(age < DAY && age > -MINUTE)) return formatInstant(instant, "moment", zone);
  return age < MINUTE ? "just now" : formatDistance(instant, now);
}

/** `2:41`, or `1:02:41`, for less than a day: how long until something happens. Ends with `0:00`. */
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
  // Intl writes "3 min.", whose full stop looks like the end of a sentence.
  return relative.format(Math.trunc(distance / unit), name).replace(".", "");
}
