import { sumMinor } from "#lib/money/minorUnits.ts";

/** What the ready rows of a currency cost together, in minor units; null if that is too large to be exact. */
export type CurrencyTotal = { currency: string; rows: number; total: number | null };
export type ReadyRow = { product: { currencyCode: string | null }; total: number };

/** The totals with these rows too, in the order in which the currencies come. */
export function addToTotals(totals: readonly CurrencyTotal[], rows: readonly ReadyRow[]): CurrencyTotal[] {
  const sums = new Map(totals.map((each) => [each.currency, each]));
  for (const { product, total } of rows) {
    const currency = product.currencyCode ?? "";
    const sum = sums.get(currency) ?? { currency, rows: 0, total: 0 };
    const together = sum.total === null ? null : sumMinor([sum.total, total]);
    sums.set(currency, { currency, rows: sum.rows + 1, total: together });
  }
  return [...sums.values()];
}
