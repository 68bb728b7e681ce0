import "server-only";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { budgetCovers } from "#lib/orders/limits/budgetCovers.ts";
import { budgetPeriodAt } from "#lib/orders/limits/budgetPeriods.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { handsOf } from "#server/context/handsOf.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { budgets } from "#server/db/schema/limits.ts";

export type BudgetRow = typeof budgets.$inferSelect;

/** All that may cover further orders, `MOST_BUDGETS` at most: each confirmation reads them. */
const openOfEnvironment = prepared((db) =>
  db
    .select()
    .from(budgets)
    .where(and(eq(budgets.environment, sql.placeholder("environment")), isNull(budgets.closedAt)))
    .orderBy(asc(budgets.name), asc(budgets.id))
    .prepare("open_budgets"),
);

/** The budgets of the environment that are not closed. */
export function openBudgets(
  db: Database | Transaction,
  { environment }: Pick<MemberRequest, "environment">,
): Promise<BudgetRow[]> {
  return openOfEnvironment(db).execute({ environment });
}

/**
 * Those that an order which the member confirms at a moment counts in, by name: also those of whoever may have the member's account in
 * their hands, as a service token's maker has.
 */
export async function coveringBudgets(
  db: Database | Transaction,
  request: MemberRequest,
  order: { tags: readonly string[]; purchaseOrder: string | null; at: Instant },
): Promise<BudgetRow[]> {
  const open = await openBudgets(db, request);
  const current = open.filter((budget) => budgetPeriodAt(budget, order.at) !== null);
  if (current.length === 0) return [];
  const namesMembers = current.some(({ members }) => members.length > 0);
  const members = namesMembers ? [...(await handsOf(request, db, request.actor.id)).keys()] : [];
  return current.filter((budget) => budgetCovers(budget, { ...order, members }));
}
