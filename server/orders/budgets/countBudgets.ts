import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { BudgetUse } from "#lib/contracts/orders/budgets.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import { budgetUse, UNUSED, type Used } from "#lib/orders/limits/budgetAmounts.ts";
import { budgetPeriodAt, periodBefore } from "#lib/orders/limits/budgetPeriods.ts";
import type { Period } from "#lib/orders/limits/spendingLimit.ts";
import { ACCEPTED, NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { BudgetRow } from "./openBudgets.ts";

/** A budget, and the days to count of it: whole periods. */
export type BudgetDays = { budget: BudgetRow; from: Instant; to: Instant };
/** What is used of one budget, by the beginning of its period and by currency. */
export type CountedBudget = ReadonlyMap<Instant, ReadonlyMap<string, Used>>;

/** Nothing was bought, and no poll is to come that may find out otherwise. */
const CERTAINLY_NOTHING: SQL = sql`(${among(NOTHING_BOUGHT.filter((state) => STATES[state].poll === null))}
  or (${among(NOTHING_BOUGHT)} and not is_due))`;

function among(states: readonly string[]): SQL {
  return sql`state = any(${sql.param([...states])}::text[])`;
}

const countedSchema = z.array(
  z.object({
    budget_id: z.uuid(),
    starts_on: z.iso.date(),
    currency: z.string(),
    spent: z.string(),
    reserved: z.string(),
  }),
);

/**
 * What orders use of budgets, in one statement. An order counts where it was confirmed, until it is certain that nothing was bought by it;
 * it is spent once the service has accepted it.
 * @param currency only this one, as {@link limitCurrency} writes it; null: all.
 */
export async function countBudgets(
  db: Database | Transaction,
  asked: readonly BudgetDays[],
  currency: string | null,
): Promise<ReadonlyMap<string, CountedBudget>> {
  if (asked.length === 0) return new Map();
  const of = (value: (each: BudgetDays) => string) => sql.param(asked.map(value));
  const isSpent = among(ACCEPTED);
  const isWanted = currency === null ? sql`true` : sql`kept.currency = ${currency}`;
  const { rows } = await db.execute(sql`
    with asked as (
      select * from unnest(${of(({ budget }) => budget.id)}::uuid[], ${of(({ budget }) => grainOf(budget))}::text[],
        ${of(({ from }) => dayOf(from, "UTC"))}::date[], ${of(({ to }) => dayOf(to, "UTC"))}::date[]) as asked (id, grain, first, until)),
    found as (
      select kept.budget_id, kept.starts_on, kept.currency, kept.state, kept.is_due, kept.price
      from asked join budget_use kept on kept.budget_id = asked.id and kept.grain = asked.grain
        and kept.starts_on >= asked.first and kept.starts_on < asked.until and ${isWanted}
      union all
      select kept.budget_id, date_trunc(asked.grain, kept.day)::date, kept.currency, kept.state, kept.is_due, kept.price
      from asked join budget_use_changes kept on kept.budget_id = asked.id
        and kept.day >= asked.first and kept.day < asked.until and ${isWanted})
    select budget_id, starts_on::text, currency, coalesce(sum(price) filter (where ${isSpent}), 0)::text as spent,
      coalesce(sum(price) filter (where not ${isSpent}), 0)::text as reserved
    from found where not ${CERTAINLY_NOTHING} group by budget_id, starts_on, currency`);
  return byBudget(asked, countedSchema.parse(rows));
}

/** Months lie within the calendar periods; fixed days may begin and end on any day. */
function grainOf({ period }: BudgetRow): "day" | "month" {
  return period === "dates" ? "day" : "month";
}

function byBudget(
  asked: readonly BudgetDays[],
  rows: z.output<typeof countedSchema>,
): ReadonlyMap<string, CountedBudget> {
  const counted = new Map<string, Map<Instant, Map<string, Used>>>();
  for (const { budget } of asked) counted.set(budget.id, new Map());
  const budgets = new Map(asked.map(({ budget }) => [budget.id, budget]));
  for (const row of rows) {
    const budget = budgets.get(row.budget_id);
    const ofBudget = counted.get(row.budget_id);
    if (budget === undefined || ofBudget === undefined) continue;
    const period = budgetPeriodAt(budget, Date.parse(row.starts_on));
    if (period === null) continue;
    const ofPeriod = ofBudget.get(period.from) ?? new Map<string, Used>();
    const { reserved, spent } = ofPeriod.get(row.currency) ?? UNUSED;
    ofPeriod.set(row.currency, {
      reserved: exact(reserved + Number(row.reserved)),
      spent: exact(spent + Number(row.spent)),
    });
    ofBudget.set(period.from, ofPeriod);
  }
  return counted;
}

/** What each budget has in a currency in the period of a moment, and what of it is used. Those whose days do not include it are left out. */
export async function readBudgetsUse(
  db: Database | Transaction,
  budgets: readonly BudgetRow[],
  currency: string,
  at: Instant,
): Promise<{ budget: BudgetRow; period: Period; use: BudgetUse }[]> {
  const current = budgets.flatMap((budget) => {
    const period = budgetPeriodAt(budget, at);
    return period === null ? [] : [{ budget, period }];
  });
  const asked = current.map(({ budget, period }) => withCarried(budget, period));
  const code = limitCurrency(currency);
  const counted = await countBudgets(db, asked, code);
  return current.map(({ budget, period }) => ({
    budget,
    period,
    use: periodUse(budget, code, period, counted.get(budget.id) ?? new Map()),
  }));
}

/** The days of a period, and those of the period before if what was left of it is carried over. */
export function withCarried(budget: BudgetRow, period: Period): BudgetDays {
  return { budget, from: carriedFrom(budget, period)?.from ?? period.from, to: period.to };
}

/** The use of one period, among those that were counted. */
export function periodUse(
  budget: BudgetRow,
  currency: string,
  period: Period,
  counted: CountedBudget,
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
