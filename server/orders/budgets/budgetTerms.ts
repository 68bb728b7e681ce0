import "server-only";
import type { BudgetInput } from "#lib/contracts/orders/budgets.ts";
import type { BudgetRow } from "./openBudgets.ts";

/** What a budget says, as members entered it. */
export function budgetTerms(row: BudgetRow): BudgetInput {
  const {
    name,
    mode,
    period,
    startsOn,
    endsOn,
    rollsOver,
    amounts,
    members,
    tags,
    purchaseOrders,
    approvers,
  } = row;
  const closed = row.closedAt !== null;
  return {
    name,
    mode,
    period,
    startsOn,
    endsOn,
    rollsOver,
    amounts,
    members,
    tags,
    purchaseOrders,
    approvers,
    closed,
  };
}
