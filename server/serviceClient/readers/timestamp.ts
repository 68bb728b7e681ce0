import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?$/;

/** A smaller number of seconds (September 2001) is a count or a flag, not a date. */
const FIRST_SECONDS = 1_000_000_000;
/** From here on, a number is read as milliseconds; as seconds it would be the year 5138. */
const FIRST_MILLISECONDS = 100_000_000_000;
/** Years with four digits, in UTC: the database and our pages cannot read others in the form that we write. */
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * ISO 8601 with any offset (without one, UTC and never this machine's zone), an HTTP date, epoch seconds or epoch milliseconds,
 * from the year 1 to 9999. Null for anything else, which counts as absent (docs/service-interface.md §11).
 */
export function readTimestamp(value: unknown): Instant | null {
  const at = readAny(value);
  return at === null || at < FIRST_INSTANT || at > LAST_INSTANT ? null : at;
}

function readAny(value: unknown): Instant | null {
  if (typeof value === "number") return readEpoch(value);
  if (typeof value !== "string" || value.length > 60) return null;
  const text = value.trim();
  if (/^\d{9,17}(\.\d{1,9})?$/.test(text)) return readEpoch(Number(text));
  return readIso(text) ?? readHttpDate(text, WRITTEN);
}

function readEpoch(value: number): Instant | null {
  if (!Number.isFinite(value) || value < FIRST_SECONDS) return null;
  return Math.round(value < FIRST_MILLISECONDS ? value * SECOND : value);
}

function readIso(text: string): Instant | null {
  const parts = ISO.exec(text);
  if (parts === null) return null;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = "0",
    fraction = "",
    ,
    sign,
    offsetHour,
    offsetMinute = "0",
  ] = parts;
  const date = utc(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (date === null) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  if (sign === undefined) return date + milliseconds;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60 * SECOND;
  return date + milliseconds - (sign === "-" ? -offset : offset);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const IMF = /^[a-z]{3}, (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:gmt|utc)$/i;
const RFC850 = /^[a-z]{6,9}, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const ASCTIME = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

const HALF_A_CENTURY = 50;
/** Stands for now where years of two digits are read without a clock: right for dates from 1977 to 2076. */
const WRITTEN = Date.UTC(2026, 0, 1);

/** The three date formats of HTTP (RFC 9110, 5.6.7). Null for anything else. `now` decides what a year of two digits means. */
export function readHttpDate(text: string, now: Instant): Instant | null {
  const imf = IMF.exec(text);
  if (imf !== null) return httpDate(imf[3], imf[2], imf[1], imf.slice(4));
  const rfc850 = RFC850.exec(text);
  if (rfc850 !== null)
    return httpDate(fullYear(Number(rfc850[3]), now), rfc850[2], rfc850[1], rfc850.slice(4));
  const asctime = ASCTIME.exec(text);
  return asctime === null ? null : httpDate(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
}

/** A year that would be more than 50 years in the future is the last one in the past with these digits (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: Instant): string {
  const current = new Date(now).getUTCFullYear();
  const inCentury = current - (current % 100) + twoDigits;
  return String(inCentury > current + HALF_A_CENTURY ? inCentury - 100 : inCentury);
}

function httpDate(year = "", month = "", day = "", time: string[] = []): Instant | null {
  const [hour = "", minute = "", second = ""] = time;
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  return utc(Number(year), monthIndex, Number(day), Number(hour), Number(minute), Number(second));
}

/** Null for dates that do not exist, such as 30 February: Date.UTC would roll them over. */
function utc(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, 0);
}
