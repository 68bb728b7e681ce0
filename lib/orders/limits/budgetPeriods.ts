import type { BudgetPeriod } from "#lib/contracts/orders/budgets.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { Period } from "./spendingLimit.ts";

/** The days of a budget, in UTC: a calendar period again and again, or fixed ones, both included. */
export type BudgetDays = { period: BudgetPeriod; startsOn: string | null; endsOn: string | null };

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The period of a moment, in UTC like all days here; null: it is outside the fixed days. */
export function budgetPeriodAt({ period, startsOn, endsOn }: BudgetDays, at: Instant): Period | null {
  if (period === "dates") {
    const [from, to] = [Date.parse(startsOn ?? ""), Date.parse(endsOn ?? "") + DAY];
    return at >= from && at < to ? { from, to } : null;
  }
  const date = new Date(at);
  const months = MONTHS[period];
  const first = Math.floor(date.getUTCMonth() / months) * months;
  return {
    from: Date.UTC(date.getUTCFullYear(), first),
    to: Date.UTC(date.getUTCFullYear(), first + months),
  };
}

/** The period before; null: there is none before fixed days. */
export function periodBefore(budget: BudgetDays, { from }: Period): Period | null {
  return budget.period === "dates" ? null : budgetPeriodAt(budget, from - 1);
}

/** The days of a period: its first, and its last. */
export function daysOf({ from, to }: Period): { from: string; to: string } {
  return { from: dayOf(from, "UTC"), to: dayOf(to - 1, "UTC") };
}
