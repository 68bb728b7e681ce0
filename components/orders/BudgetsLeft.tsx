import type { BudgetLeft } from "#lib/contracts/orders/budgets.ts";
import { leftWords } from "#lib/orders/limits/budgetWords.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";
import { cx } from "#components/ui/cx.ts";

/** What is left of budgets, one a line. `price`: what an order that does not count yet would take of each, in minor units. */
export function BudgetsLeft({ budgets, price = 0 }: { budgets: readonly BudgetLeft[]; price?: number }) {
  return (
    <ul className="flex flex-col gap-1 text-[0.8125rem] empty:hidden">
      {budgets.map((budget) => {
        const isBeyond = price > budget.left;
        return (
          <li key={budget.id} className={cx(isBeyond ? "text-refused" : "text-ink-soft")}>
            <WithAmounts>{`${leftWords(budget)}.${isBeyond ? consequence(budget, price) : ""}`}</WithAmounts>
          </li>
        );
      })}
    </ul>
  );
}

function consequence({ mode }: BudgetLeft, price: number): string {
  if (price === 0) return "";
  return mode === "hard" ? " This order is beyond it and would be refused." : " This order needs approval.";
}
