import type { BudgetForecast, BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { Period } from "./spendingLimit.ts";

/** Before so much of a period is over, a few orders would decide on the forecast: a tenth of it, and three days. */
const LEAST_PART = 0.1;
const LEAST_TIME = 3 * DAY;

/** What a period will have used of a budget by its end, if orders go on at the pace of the period so far. Reserved counts as spent. */
export function budgetForecast(
  { currency, amount, reserved, spent }: BudgetUse,
  { from, to }: Period,
  now: Instant,
): BudgetForecast {
  const over = Math.min(now, to) - from;
  if (over < LEAST_TIME || over < LEAST_PART * (to - from)) return { kind: "too_early", currency };
  const used = reserved + spent;
  const total = Math.min(Math.round(used * ((to - from) / over)), Number.MAX_SAFE_INTEGER);
  return { kind: "pace", currency, total, usedUpOn: total <= amount ? null : usedUpOn() };

  function usedUpOn(): string {
    // Used up already, or at a moment to come.
    const at = used >= amount ? Math.min(now, to - 1) : from + over * (amount / used);
    return dayOf(Math.min(at, to - 1), "UTC");
  }
}
