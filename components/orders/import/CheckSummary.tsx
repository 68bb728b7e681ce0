import type { CurrencyTotal } from "#lib/orders/import/addToTotals.ts";
import type { TableVerdict } from "#lib/orders/import/checkTable.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";

/** What happened to every row of the table, and what the ready ones cost (`totals`, as far as it is known). */
export function CheckSummary({
  verdict,
  ready,
  totals,
  bad,
}: {
  verdict: TableVerdict;
  ready: number;
  totals: readonly CurrencyTotal[];
  bad: number;
}) {
  const { blankRows, titleRows, hiddenLeftOut, repeated } = verdict;
  const others = [
    ...(titleRows > 0 ? [`${counted(titleRows, "row", "rows")} above the names of the columns`] : []),
    ...(blankRows > 0 ? [counted(blankRows, "blank row", "blank rows")] : []),
    ...(hiddenLeftOut > 0 ? [`${counted(hiddenLeftOut, "hidden row", "hidden rows")} left out`] : []),
    ...(repeated > 0 ? [`${counted(repeated, "row repeats", "rows repeat")} an earlier one exactly`] : []),
  ];
  return (
    <section aria-label="Result" className="border-t border-line pt-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <div>
          <dt className="text-[0.8125rem] text-ink-soft">Ready</dt>
          <dd className="text-lg font-semibold text-done tabular-nums">{formatCount(ready)}</dd>
        </div>
        <div>
          <dt className="text-[0.8125rem] text-ink-soft">Need work</dt>
          <dd
            className={
              bad > 0
                ? "text-lg font-semibold text-refused tabular-nums"
                : "text-lg font-semibold tabular-nums"
            }
          >
            {formatCount(bad)}
          </dd>
        </div>
        {totals.map(({ currency, rows, total }) => (
          <div key={currency}>
            <dt className="text-[0.8125rem] text-ink-soft">
              {totals.length === 1 ? "Total" : `${currency}, ${counted(rows, "row", "rows")}`}
            </dt>
            <dd>
              <Amount minor={total} currency={currency} className="text-lg font-semibold" />
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 ? (
        <p className="mt-2 text-[0.8125rem] text-ink-faint">{others.join(" · ")}</p>
      ) : null}
    </section>
  );
}
