import type { BudgetLeft, BudgetPeriod } from "#lib/contracts/orders/budgets.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { monthText } from "#lib/time/monthText.ts";

/** "November 2026", "October 2026 to December 2026", "2026", or the first and the last day. */
export function periodWords({
  period,
  from,
  to,
}: {
  period: BudgetPeriod;
  from: string;
  to: string;
}): string {
  switch (period) {
    case "month":
      return monthText(from.slice(0, 7));
    case "quarter":
      return `${monthText(from.slice(0, 7))} to ${monthText(to.slice(0, 7))}`;
    case "year":
      return from.slice(0, 4);
    case "dates":
      return `${from} to ${to}`;
  }
}

/** "€1,240.00 of €5,000.00 left in Campaigns, November 2026"; of an exceeded one, by how much. */
export function leftWords(budget: BudgetLeft): string {
  const { name, currency, amount, left } = budget;
  const of = formatAmount(amount, currency);
  const where = `in ${name}, ${periodWords(budget)}`;
  return left < 0
    ? `${formatAmount(-left, currency)} above the ${of} ${where}`
    : `${formatAmount(left, currency)} of ${of} left ${where}`;
}
