import "server-only";
import { asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Budget, BudgetPeriodUse, BudgetsView } from "#lib/contracts/orders/budgets.ts";
import { budgetPeriodAt, daysOf, periodBefore } from "#lib/orders/limits/budgetPeriods.ts";
import type { Period } from "#lib/orders/limits/spendingLimit.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { members } from "#server/db/schema/members.ts";
import { budgetTerms } from "./budgetTerms.ts";
import { countBudget, periodUse } from "./countBudget.ts";
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
  const ids = [...new Set(rows.flatMap((row) => row.members))];
  const named =
    ids.length === 0
      ? []
      : await request.db
          .select({ id: members.id, name: members.name })
          .from(members)
          .where(inArray(members.id, ids))
          .orderBy(asc(members.name));
  return { budgets: await Promise.all(rows.map((row) => viewOf(request, row, named))) };
}

async function viewOf(
  request: MemberRequest,
  row: BudgetRow,
  named: readonly { id: string; name: string }[],
): Promise<Budget> {
  return {
    id: row.id,
    ...budgetTerms(row),
    members: named.filter((member) => row.members.includes(member.id)),
    periods: await periodsOf(request, row),
  };
}

async function periodsOf({ db, clock }: MemberRequest, row: BudgetRow): Promise<BudgetPeriodUse[]> {
  const shown = periodsUntil(row, clock.now());
  const [latest, earliest] = [shown[0], shown.at(-1)];
  if (latest === undefined || earliest === undefined) return [];
  // What was left of the period before the earliest one is carried into it.
  const from = periodBefore(row, earliest)?.from ?? earliest.from;
  const counted = await countBudget(db, row, { from, to: latest.to });
  return shown.map((period) => {
    const others = [...(counted.get(period.from)?.keys() ?? [])];
    const currencies = new Set([...row.amounts.map(({ currency }) => currency), ...others]);
    return {
      ...daysOf(period),
      used: [...currencies].map((currency) => periodUse(row, currency, period, counted)),
    };
  });
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
