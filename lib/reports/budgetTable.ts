import type { Budget, BudgetPeriodUse, BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { rowsCsv, type RowColumn } from "#lib/files/rowTable.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";

type Row = { budget: Budget; period: BudgetPeriodUse; used: BudgetUse };

const amount = (head: string, of: (used: BudgetUse) => number): RowColumn<Row> => ({
  head,
  kind: "number",
  width: 16,
  value: ({ used }) => amountForFile(of(used), used.currency),
});

const COLUMNS: readonly RowColumn<Row>[] = [
  { head: "Budget", kind: "text", width: 30, value: ({ budget }) => budget.name },
  { head: "From (UTC)", kind: "text", isOurs: true, width: 12, value: ({ period }) => period.from },
  { head: "To (UTC)", kind: "text", isOurs: true, width: 12, value: ({ period }) => period.to },
  { head: "Currency", kind: "text", isOurs: true, width: 10, value: ({ used }) => used.currency },
  amount("Amount", (used) => used.amount),
  amount("Carried over", (used) => used.carried),
  amount("Reserved", (used) => used.reserved),
  amount("Spent", (used) => used.spent),
  amount("Left", (used) => used.amount - used.reserved - used.spent),
];

/** What is used of budgets, in this period and those before, as CSV for spreadsheets. */
export function budgetsCsv(budgets: readonly Budget[]): { csv: string; rows: number } {
  const rows = budgets.flatMap((budget) =>
    budget.periods.flatMap((period) => period.used.map((used) => ({ budget, period, used }))),
  );
  return { csv: rowsCsv(COLUMNS, rows), rows: rows.length };
}
