import "server-only";
import type { ByDay, Overview } from "#lib/contracts/orders/overview.ts";
import { addDays } from "#lib/time/calendarDays.ts";

/** What the orders of a day and a currency cost, in minor units, and how many codes were delivered for them; null beyond exact numbers. */
export type DayRow = {
  day: string;
  currency: string;
  orders: number;
  /** Orders that were completed, among those that have ended. */
  succeeded: number;
  ended: number;
  spend: number | null;
  codes: number | null;
};

/** A sum as the database writes it; null if a number cannot represent it exactly. */
export function toNumber(text: string): number | null {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** The figures by day of a period that begins at `from`, and of the period of the same length before it. */
export function seriesOf(
  rows: readonly DayRow[],
  from: string,
  length: number,
): Pick<Overview, "spend" | "codes"> {
  const days = (first: string) => Array.from({ length }, (_, place) => addDays(first, place));
  const spans = { now: days(from), before: days(addDays(from, -length)) };
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const spend = [...byCurrency].map(([currency, own]) => {
    const amounts = new Map(own.map((row) => [row.day, row.spend]));
    const orders = own.filter(({ day }) => day >= from).reduce((sum, row) => sum + row.orders, 0);
    return { currency, orders, ...byDay(spans, (day) => amounts.get(day) ?? (amounts.has(day) ? null : 0)) };
  });
  const codesOf = Map.groupBy(rows, ({ day }) => day);
  return {
    spend: spend
      .filter(({ days: now, previousDays }) => [...now, ...previousDays].some((each) => each !== 0))
      .toSorted((a, b) => b.orders - a.orders || (a.currency < b.currency ? -1 : 1)),
    codes: byDay(spans, (day) => sumOf((codesOf.get(day) ?? []).map(({ codes }) => codes))),
  };
}

function byDay(
  { now, before }: { now: readonly string[]; before: readonly string[] },
  valueOf: (day: string) => number | null,
): ByDay {
  const [days, previousDays] = [now.map(valueOf), before.map(valueOf)];
  return { days, previousDays, total: sumOf(days), previousTotal: sumOf(previousDays) };
}

/** Null if a value is not known or the sum is no longer exact. */
function sumOf(values: readonly (number | null)[]): number | null {
  const sum = values.reduce<number | null>(
    (so, value) => (so === null || value === null ? null : so + value),
    0,
  );
  return sum !== null && Number.isSafeInteger(sum) ? sum : null;
}
