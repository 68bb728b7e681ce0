import type { Budget, BudgetPeriodUse, BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { rowsCsv, rowsPlainCsv, type RowColumn } from "#lib/files/rowTable.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";
import { leftOf } from "#lib/orders/limits/budgetAmounts.ts";

type Row = { budget: Budget; period: BudgetPeriodUse; use: BudgetUse };

const amount = (head: string, of: (use: BudgetUse) => number): RowColumn<Row> => ({
  head,
  kind: "number",
  width: 16,
  value: ({ use }) => amountForFile(of(use), use.currency),
});

const COLUMNS: readonly RowColumn<Row>[] = [
  { head: "Budget", kind: "text", width: 40, value: ({ budget }) => budget.name },
  {
    head: "Orders beyond it",
    kind: "text",
    isOurs: true,
    width: 18,
    value: ({ budget }) => (budget.mode === "hard" ? "refused" : "need approval"),
  },
  { head: "From (UTC)", kind: "text", isOurs: true, width: 12, value: ({ period }) => period.from },
  { head: "To (UTC)", kind: "text", isOurs: true, width: 12, value: ({ period }) => period.to },
  { head: "Currency", kind: "text", isOurs: true, width: 10, value: ({ use }) => use.currency },
  amount("Amount", ({ amount: of }) => of),
  amount("Carried over", ({ carried }) => carried),
  amount("Reserved", ({ reserved }) => reserved),
  amount("Spent", ({ spent }) => spent),
  amount("Left", leftOf),
];

/** A row for each currency of each period that is shown. */
function rowsOf(budgets: readonly Budget[]): Row[] {
  return budgets.flatMap((budget) =>
    budget.periods.flatMap((period) => period.used.map((use) => ({ budget, period, use }))),
  );
}

/** Budgets as CSV for spreadsheets. */
export function budgetsCsv(budgets: readonly Budget[]): string {
  return rowsCsv(COLUMNS, rowsOf(budgets));
}

/** Budgets as CSV for programs. */
export function budgetsPlainCsv(budgets: readonly Budget[]): string {
  return rowsPlainCsv(COLUMNS, rowsOf(budgets));
}
