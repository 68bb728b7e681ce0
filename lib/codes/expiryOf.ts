import { fieldRole } from "./fieldRoles.ts";

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T ])/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const MONTH_FIRST = /^(\d{1,2})[-/.](\d{4})$/;
const MONTH_LAST = /^(\d{4})[-/.](\d{1,2})$/;

/**
 * The last day on which a code can be redeemed, as its fields say it (YYYY-MM-DD); null if none does, or none clearly. A month means its
 * last day. Day and month in numbers are only clear where one of them cannot be the other: 04/05/2028 is neither.
 */
export function expiryOf(fields: Readonly<Record<string, string>>): string | null {
  const days = Object.entries(fields).flatMap(([name, value]) =>
    fieldRole(name) === "expiry" ? (dayIn(value.trim()) ?? []) : [],
  );
  return days.toSorted()[0] ?? null;
}

function dayIn(text: string): string | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return dayOfParts(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [, one, sign, other, year] = yearLast;
    // With points, the day comes first wherever they are used.
    if (sign === "." || Number(one) > 12 || one === other) return dayOfParts(year, other, one);
    return Number(other) > 12 ? dayOfParts(year, one, other) : null;
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return lastDayOf(monthFirst[2], monthFirst[1]);
  const monthLast = MONTH_LAST.exec(text);
  return monthLast ? lastDayOf(monthLast[1], monthLast[2]) : null;
}

function dayOfParts(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? at.toISOString().slice(0, 10) : null;
}

function lastDayOf(year: string | undefined, month: string | undefined): string | null {
  if (Number(month) < 1 || Number(month) > 12) return null;
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}
