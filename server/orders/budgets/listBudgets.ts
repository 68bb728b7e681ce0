import "server-only";
import { asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { BudgetForecast, BudgetPeriodUse, BudgetsView } from "#lib/contracts/orders/budgets.ts";
import { budgetForecast } from "#lib/orders/limits/budgetForecast.ts";
import { budgetPeriodAt, daysOf, periodBefore } from "#lib/orders/limits/budgetPeriods.ts";
import type { Period } from "#lib/orders/limits/spendingLimit.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { budgetTerms } from "./budgetTerms.ts";
import { countBudgets, periodUse, type CountedBudget } from "./countBudgets.ts";
import type { BudgetRow } from "./openBudgets.ts";

/** How many periods a budget shows: the current one, and those before. */
const SHOWN = 6;
/** Closed budgets stay in the list, as many as these. */
const MOST_LISTED = 200;

/**
 * The budgets of this environment with what is used of them, now and in the periods before; the open ones first.
 * @throws AppError `forbidden`.
 */
export async function listBudgets(request: MemberRequest): Promise<BudgetsView> {
  requirePermission(request, "wallet.read");
  requireOpenEnvironment(request);
  const rows = await request.db
    .select()
    .from(budgets)
    .where(eq(budgets.environment, request.environment))
    .orderBy(desc(isNull(budgets.closedAt)), asc(budgets.name), asc(budgets.id))
    .limit(MOST_LISTED);
  const named = await readNames(
    request,
    rows.flatMap((row) => [...row.members, ...row.approvers]),
  );
  const now = request.clock.now();
  const shown = new Map(rows.map((row) => [row.id, periodsUntil(row, now)]));
  const asked = rows.flatMap((budget) => {
    const [latest, earliest] = [shown.get(budget.id)?.[0], shown.get(budget.id)?.at(-1)];
    if (latest === undefined || earliest === undefined) return [];
    // What was left of the period before the earliest one is carried into it.
    return [{ budget, from: periodBefore(budget, earliest)?.from ?? earliest.from, to: latest.to }];
  });
  const counted = await countBudgets(request.db, asked, null);
  return {
    budgets: rows.map((row) => {
      const periods = (shown.get(row.id) ?? []).map((period) =>
        useOf(row, period, counted.get(row.id) ?? new Map()),
      );
      return {
        id: row.id,
        ...budgetTerms(row),
        members: named.filter(({ id }) => row.members.includes(id)),
        approvers: named.filter(({ id }) => row.approvers.includes(id)),
        forecasts: forecastsOf(row, shown.get(row.id)?.[0], periods[0], now),
        periods,
      };
    }),
  };
}

async function readNames(
  { db }: MemberRequest,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(inArray(members.id, [...new Set(ids)]))
    .orderBy(asc(members.name));
}

function useOf(row: BudgetRow, period: Period, counted: CountedBudget): BudgetPeriodUse {
  const others = [...(counted.get(period.from)?.keys() ?? [])];
  const currencies = new Set([...row.amounts.map(({ currency }) => currency), ...others]);
  return {
    ...daysOf(period),
    used: [...currencies].map((currency) => periodUse(row, currency, period, counted)),
  };
}

/** Of the current period; none of a budget that is closed, or whose days are over. */
function forecastsOf(
  row: BudgetRow,
  period: Period | undefined,
  current: BudgetPeriodUse | undefined,
  now: Instant,
): BudgetForecast[] {
  if (period === undefined || current === undefined || row.closedAt !== null || period.to <= now) return [];
  return current.used.map((use) => budgetForecast(use, period, now));
}

/** The periods of a budget up to a moment, the latest first, none before it was made. Fixed days are shown once they have begun. */
function periodsUntil(row: BudgetRow, now: number): Period[] {
  const last = row.period === "dates" ? Math.min(now, Date.parse(row.endsOn ?? "")) : now;
  const shown: Period[] = [];
  for (let at = last; shown.length < SHOWN;) {
    const period = budgetPeriodAt(row, at);
    if (period === null || (shown.length > 0 && period.to <= row.createdAt)) break;
    shown.push(period);
    at = period.from - 1;
  }
  return shown;
}
