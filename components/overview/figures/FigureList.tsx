import type { Overview, OverviewPeriod } from "#lib/contracts/orders/overview.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { ENDED, OPEN } from "#lib/overview/counted.ts";
import { ordersBehind, ordersIn } from "#lib/overview/links.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Figure } from "./Figure.tsx";
import { changeText, daysBefore, percentText, successText, waitText } from "./figureWords.ts";

/**
 * The figures of a period in a row, each with the previous period. Amounts in several currencies are shown side by side, never
 * added up.
 */
export function FigureList({ overview, days }: { overview: Overview; days: OverviewPeriod }) {
  const { period, spend, codes, success, wait, open } = overview;
  // Two currencies make six figures; in five columns, the last one would be alone.
  const isEvenInThree = spend.length === 2;
  return (
    <dl className={`grid grid-cols-2 gap-x-6 sm:grid-cols-3 ${isEvenInThree ? "" : "lg:grid-cols-5"}`}>
      {spend.map(({ currency, total, previousTotal, orders }) => (
        <Figure
          key={currency}
          label={spend.length === 1 ? "Spend" : `Spend in ${currency || "an unknown currency"}`}
          value={<Amount minor={total} currency={currency || null} />}
          href={ordersBehind(period, { state: ACCEPTED, ...(currency === "" ? {} : { currency }) })}
          note={changeText(total, previousTotal, days) || counted(orders, "order", "orders")}
        />
      ))}
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
