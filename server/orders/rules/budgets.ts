import "server-only";
import { isDeepStrictEqual } from "node:util";
import { leftOf } from "#lib/orders/limits/budgetAmounts.ts";
import { beyondBudget } from "#lib/orders/limits/budgetWords.ts";
import { AppError } from "#server/context/errors.ts";
import { budgetLock } from "#server/orders/budgets/budgetLock.ts";
import { readBudgetsUse } from "#server/orders/budgets/countBudgets.ts";
import { coveringBudgets, openBudgets } from "#server/orders/budgets/openBudgets.ts";
import { PASS, refuse, wait, type Rule, type Verdict } from "./rule.ts";

/**
 * Refuses an order beyond a hard budget, and has one beyond a soft budget wait. Orders that a budget may cover are decided on one after the
 * other, and no budget changes meanwhile, so that several together cannot exceed one (docs/architecture.md#invariants, 17). An order that
 * waits counts already, so nothing has to be decided again when it is approved.
 */
export const budgetRule: Rule = {
  concerns: async (request) => (await openBudgets(request.db, request)).length > 0,
  locks: ({ request }) => [budgetLock(request.environment)],
  decide: async (tx, { request, order }) => {
    // Every order that is placed here has both.
    const { currency, price, createdAt: at, tags, purchaseOrder } = order;
    if (currency === null || price === null) throw new Error("an order without a price");
    const covering = await coveringBudgets(tx, request, { tags, purchaseOrder, at });
    const ids = covering.map(({ id }) => id);
    if (!isDeepStrictEqual(ids, order.budgets)) return refuse(CHANGED);
    let verdict: Verdict = PASS;
    let hasApprovers = false;
    for (const { budget, use } of await readBudgetsUse(tx, covering, currency, at)) {
      if (price <= leftOf(use)) continue;
      const { amount, reserved, spent } = use;
      if (budget.mode === "hard") {
        const message = beyondBudget({ name: budget.name, currency, amount, left: leftOf(use) }, price);
        return refuse(new AppError("conflict", message));
      }
      const used = Math.min(reserved + spent, Number.MAX_SAFE_INTEGER);
      // Of several, one that names who decides on it.
      if (verdict === PASS || (!hasApprovers && budget.approvers.length > 0)) {
        verdict = wait({ period: "budget", limit: amount, used, budget: budget.name, budgetId: budget.id });
        hasApprovers = budget.approvers.length > 0;
      }
    }
    return verdict;
  },
};

const CHANGED = new AppError(
  "conflict",
  "The team's budgets were changed at this moment. Nothing was sent. Place the order again.",
);
