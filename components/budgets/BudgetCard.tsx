import type { Budget, BudgetForecast, BudgetPeriodUse, BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { leftOf } from "#lib/orders/limits/budgetAmounts.ts";
import { forecastWords, periodWords } from "#lib/orders/limits/budgetWords.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";

const MODES: Record<Budget["mode"], string> = {
  hard: "Orders beyond it are refused.",
  soft: "Orders beyond it need approval.",
};

/** One budget: a bar for each currency of its current period, and the periods before. */
export function BudgetCard({ budget, onEdit }: { budget: Budget; onEdit: (() => void) | null }) {
  const [current, ...before] = budget.periods;
  return (
    <Section
      title={<bdi translate="no">{budget.name}</bdi>}
      aside={budget.closed ? <span className="text-ink-faint">Closed</span> : null}
      actions={
        onEdit === null ? null : (
          <Button size="small" aria-label={`Edit budget ${budget.name}`} onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      <p className="py-2 text-ink-soft">
        <Covers budget={budget} /> {MODES[budget.mode]}
        {budget.approvers.length === 0 ? null : (
          <>
            {" Approved by "}
            <bdi translate="no">{budget.approvers.map(({ name }) => name).join(", ")}</bdi>.
          </>
        )}
        {budget.rollsOver ? " What is left of a period can be spent in the next one." : ""}
      </p>
      {current === undefined ? (
        <p>
          Begins on <span translate="no">{budget.startsOn}</span>.
        </p>
      ) : (
        <Period budget={budget} period={current} forecasts={budget.forecasts} />
      )}
      {before.length === 0 ? null : (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-soft">Periods before</summary>
          {before.map((period) => (
            <Period key={period.from} budget={budget} period={period} />
          ))}
        </details>
      )}
    </Section>
  );
}

function Covers({ budget: { members, tags, purchaseOrders } }: { budget: Budget }) {
  const parts = [
    ["members", members.map(({ name }) => name)],
    ["tags", tags],
    ["purchase orders that begin with", purchaseOrders],
  ] as const;
  const given = parts.filter(([, values]) => values.length > 0);
  if (given.length === 0) return "Covers every order.";
  return (
    <>
      {"Covers orders of "}
      {given.map(([what, values], index) => (
        <span key={what}>
          {index === 0 ? "" : ", or of "}
          {what} <bdi translate="no">{values.join(", ")}</bdi>
        </span>
      ))}
      .
    </>
  );
}

function Period({
  budget,
  period,
  forecasts = [],
}: {
  budget: Budget;
  period: BudgetPeriodUse;
  forecasts?: Budget["forecasts"];
}) {
  const words = periodWords({ ...period, period: budget.period });
  return (
    <div className="py-2">
      <p className="font-medium">{words}</p>
      <ul className="flex flex-col gap-2 pt-1">
        {period.used.map((use) => (
          <li key={use.currency} className="max-w-xl">
            <Use use={use} label={`${budget.name}, ${words}, ${use.currency}`} />
            <Forecast forecast={forecasts.find(({ currency }) => currency === use.currency)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the period will have used at the pace so far; nothing where there is none. */
function Forecast({ forecast }: { forecast: BudgetForecast | undefined }) {
  if (forecast === undefined) return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      <WithAmounts>{forecastWords(forecast)}</WithAmounts>
    </p>
  );
}

function Use({ use, label }: { use: BudgetUse; label: string }) {
  const { currency, amount, carried, reserved, spent } = use;
  const money = (minor: number) => formatAmount(minor, currency);
  const left = leftOf(use);
  const words = [
    left < 0 ? `${money(-left)} above ${money(amount)}` : `${money(left)} of ${money(amount)} left`,
    `${money(spent)} spent`,
    ...(reserved === 0 ? [] : [`${money(reserved)} reserved`]),
    ...(carried === 0 ? [] : [`${money(carried)} carried over`]),
  ].join(" · ");
  return (
    <>
      <ProgressBar label={label} max={Math.max(1, amount)} value={Math.min(amount, reserved + spent)} />
      <p className="pt-1 text-[0.8125rem] text-ink-soft">
        <WithAmounts>{words}</WithAmounts>
      </p>
    </>
  );
}
