import "server-only";
import type { z } from "zod";
import type { BudgetLeft, BudgetsLeft, budgetsLeftRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { leftOf } from "#lib/orders/limits/budgetAmounts.ts";
import { daysOf } from "#lib/orders/limits/budgetPeriods.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { readBudgetsUse } from "./countBudgets.ts";
import { coveringBudgets, type BudgetRow } from "./openBudgets.ts";

/**
 * What is left of the budgets that an order of this member would count in, as things are now. Only informs: it is decided when the order
 * is confirmed.
 * @throws AppError `forbidden`.
 */
export async function budgetsLeft(
  request: MemberRequest,
  { currency, tags, purchaseOrder }: z.output<typeof budgetsLeftRequestSchema>,
): Promise<BudgetsLeft> {
  requirePermission(request, "orders.place");
  const at = request.clock.now();
  const covering = await coveringBudgets(request.db, request, { tags, purchaseOrder, at });
  return { budgets: await leftOfEach(request, covering, currency, at) };
}

/** What is left of budgets in the period of a moment. */
export async function leftOfEach(
  { db }: MemberRequest,
  rows: readonly BudgetRow[],
  currency: string,
  at: Instant,
): Promise<BudgetLeft[]> {
  return (await readBudgetsUse(db, rows, currency, at)).map(({ budget, period, use }) => ({
    id: budget.id,
    name: budget.name,
    mode: budget.mode,
    period: budget.period,
    ...daysOf(period),
    currency: limitCurrency(currency),
    amount: use.amount,
    left: leftOf(use),
  }));
}
