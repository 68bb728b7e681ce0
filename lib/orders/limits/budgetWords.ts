import type { BudgetForecast, BudgetLeft, BudgetPeriod } from "#lib/contracts/orders/budgets.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";
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

/** "At this pace €4,100.00 by the end.", "At this pace used up on 21 Nov 2026: €6,200.00 by the end.", or that it is too early to tell. */
export function forecastWords(forecast: BudgetForecast): string {
  if (forecast.kind === "too_early") return "Too early for a forecast.";
  const { currency, total, usedUpOn } = forecast;
  const end = `${formatAmount(total, currency)} by the end`;
  return usedUpOn === null
    ? `At this pace ${end}.`
    : `At this pace used up on ${dayInWords(usedUpOn)}: ${end}.`;
}

/** Why a hard budget refuses an order. */
export function beyondBudget(
  { name, currency, amount, left }: Pick<BudgetLeft, "name" | "currency" | "amount" | "left">,
  price: number,
): string {
  const money = (minor: number) => formatAmount(minor, currency);
  return `The budget ${name} doesn't allow this order: ${money(Math.max(0, left))} of ${money(amount)} left, and it costs ${money(price)}. Nothing was sent. Order less, or ask whoever manages the team to raise the budget.`;
}
