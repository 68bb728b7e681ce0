import type { Overview, OverviewPeriod } from "#lib/contracts/orders/overview.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { ENDED, OPEN } from "#lib/overview/counted.ts";
import { ordersBehind, ordersIn } from "#lib/overview/links.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Figure } from "./Figure.tsx";
import { changeText, daysBefore, percentText, successText, waitText } from "./figureWords.ts";

/**
 * The figures of a period in a row, each with the previous period. Amounts in several currencies are shown below each other, never
 * added up.
 */
export function FigureList({ overview, days }: { overview: Overview; days: OverviewPeriod }) {
  const { period, spend, codes, success, wait, open } = overview;
  return (
    <dl className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-5">
      <SpendFigure spend={spend} period={period} days={days} />
      <Figure
        label="Codes"
        value={codes.total === null ? "–" : formatCount(codes.total)}
        href={ordersBehind(period, { state: WITH_CODES })}
        note={changeText(codes.total, codes.previousTotal, days)}
      />
      <Figure
        label="Completed in full"
        value={percentText(success.now)}
        href={ordersBehind(period, { state: ENDED })}
        note={successText(success, days)}
      />
      <Figure
        label="Median time to codes"
        value={waitText(wait.now.medianMs)}
        href={ordersBehind(period, { state: WITH_CODES })}
        note={
          wait.previous.medianMs === null
            ? ""
            : `${waitText(wait.previous.medianMs)} in the ${daysBefore(days)}`
        }
      />
      <Figure
        label="Open orders"
        value={`${formatCount(open.count)}${open.more ? "+" : ""}`}
        href={ordersIn(OPEN)}
        note="From any date"
      />
    </dl>
  );
}

/** How many currencies are shown; the list of orders has all. */
const CURRENCIES_SHOWN = 3;

function SpendFigure({ spend, period, days }: Pick<Overview, "spend" | "period"> & { days: OverviewPeriod }) {
  const hrefOf = (currency: string) =>
    ordersBehind(period, { state: ACCEPTED, ...(currency === "" ? {} : { currency }) });
  const [first, ...others] = spend;
  if (first === undefined) return null;
  if (others.length === 0) {
    return (
      <Figure
        label="Spend"
        value={<Amount minor={first.total} currency={first.currency || null} />}
        href={hrefOf(first.currency)}
        note={changeText(first.total, first.previousTotal, days) || counted(first.orders, "order", "orders")}
      />
    );
  }
  const more = spend.length - CURRENCIES_SHOWN;
  return (
    <div className="min-w-0 border-b border-line py-3">
      <dt className="text-[0.8125rem] text-ink-soft">Spend</dt>
      {spend.slice(0, CURRENCIES_SHOWN).map(({ currency, total }) => (
        <dd key={currency} className="mt-0.5">
          <TextLink href={hrefOf(currency)} className="font-semibold text-ink tabular-nums">
            <Amount minor={total} currency={currency || null} />
          </TextLink>
        </dd>
      ))}
      {more > 0 ? (
        <dd className="text-xs leading-4 text-ink-faint">
          and {counted(more, "more currency", "more currencies")}
        </dd>
      ) : null}
    </div>
  );
}
