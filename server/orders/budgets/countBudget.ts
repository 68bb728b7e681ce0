import "server-only";
import { and, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import { budgetUse, UNUSED, type Used } from "#lib/orders/limits/budgetAmounts.ts";
import { budgetPeriodAt, periodBefore } from "#lib/orders/limits/budgetPeriods.ts";
import type { Period } from "#lib/orders/limits/spendingLimit.ts";
import { ACCEPTED, NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { BudgetRow } from "./openBudgets.ts";

/** Nothing was bought, and no poll is to come that may find out otherwise. */
const CERTAINLY_NOTHING: SQL = sql`(${among(NOTHING_BOUGHT.filter((state) => STATES[state].poll === null))}
  or (${among(NOTHING_BOUGHT)} and ${orders.nextActionAt} is null))`;

function among(states: readonly string[]): SQL {
  return sql`${orders.state} = any(${sql.param([...states])}::text[])`;
}

function sumWhere(which: SQL) {
  return sql`coalesce(sum(${orders.price}) filter (where ${which}), 0)`.mapWith(Number);
}

/**
 * What orders use of a budget from one moment until another, by the beginning of the budget's period and by currency. An order counts
 * where it was confirmed, until it is certain that nothing was bought by it; it is spent once the service has accepted it.
 */
export async function countBudget(
  db: Database | Transaction,
  budget: BudgetRow,
  { from, to }: Period,
): Promise<Map<Instant, Map<string, Used>>> {
  const month = sql<number>`(extract(epoch from date_trunc('month', ${orders.createdAt} at time zone 'UTC')) * 1000)::float8`;
  const currency = sql<string>`upper(trim(${orders.currency}))`;
  const isSpent = among(ACCEPTED);
  const rows = await db
    .select({ month, currency, spent: sumWhere(isSpent), reserved: sumWhere(sql`not ${isSpent}`) })
    .from(orders)
    .where(
      and(
        eq(orders.environment, budget.environment),
        sql`${orders.budgets} @> array[${budget.id}]::uuid[]`,
        sql`${orders.budgets} <> '{}'`,
        gte(orders.createdAt, from),
        lt(orders.createdAt, to),
        sql`not ${CERTAINLY_NOTHING}`,
      ),
    )
    .groupBy(sql`1, 2`);
  const counted = new Map<Instant, Map<string, Used>>();
  for (const row of rows) {
    // Months lie within the calendar periods; fixed days are one period, in whatever months.
    const period = budget.period === "dates" ? { from } : budgetPeriodAt(budget, row.month);
    if (period === null) continue;
    const ofPeriod = counted.get(period.from) ?? new Map<string, Used>();
    const { reserved, spent } = ofPeriod.get(row.currency) ?? UNUSED;
    ofPeriod.set(row.currency, { reserved: exact(reserved + row.reserved), spent: exact(spent + row.spent) });
    counted.set(period.from, ofPeriod);
  }
  return counted;
}

/** What a budget has in a currency in the period of a moment, and what of it is used; null: that is outside its days. */
export async function readBudgetUse(
  db: Database | Transaction,
  budget: BudgetRow,
  currency: string,
  at: Instant,
): Promise<{ period: Period; use: BudgetUse } | null> {
  const period = budgetPeriodAt(budget, at);
  if (period === null) return null;
  const before = carriedFrom(budget, period);
  const counted = await countBudget(db, budget, { from: before?.from ?? period.from, to: period.to });
  return { period, use: periodUse(budget, limitCurrency(currency), period, counted) };
}

/** The use of one period, among those that were counted. */
export function periodUse(
  budget: BudgetRow,
  currency: string,
  period: Period,
  counted: Awaited<ReturnType<typeof countBudget>>,
): BudgetUse {
  const used = (from: Instant) => counted.get(from)?.get(currency) ?? UNUSED;
  const before = carriedFrom(budget, period);
  return budgetUse(budget.amounts, currency, used(period.from), before === null ? null : used(before.from));
}

/** The period of which the rest is carried over; null: none is. A budget has nothing of the time before it was made. */
function carriedFrom(budget: BudgetRow, period: Period): Period | null {
  if (!budget.rollsOver) return null;
  const before = periodBefore(budget, period);
  return before === null || before.to <= budget.createdAt ? null : before;
}

/** A sum beyond exact integers exceeds every budget. */
function exact(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}
