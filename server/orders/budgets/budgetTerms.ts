import "server-only";
import type { BudgetInput } from "#lib/contracts/orders/budgets.ts";
import type { BudgetRow } from "./openBudgets.ts";

/** What a budget says, as members entered it. */
export function budgetTerms(row: BudgetRow): BudgetInput {
  return {
    name: row.name,
    mode: row.mode,
    period: row.period,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    rollsOver: row.rollsOver,
    amounts: row.amounts,
    members: row.members,
    tags: row.tags,
    purchaseOrders: row.purchaseOrders,
    approvers: row.approvers,
    closed: row.closedAt !== null,
  };
}
