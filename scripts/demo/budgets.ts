import type { Instant } from "#lib/time/instant.ts";
import { budgetRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { workingHour } from "./moments.ts";
import type { Play, Step } from "./step.ts";

/** More than the campaigns of the history cost, in each currency in which they buy: an order in one without an amount would wait. */
const AMOUNTS = ["EUR", "USD", "GBP"].map((currency) => ({ currency, amount: 6_000_000 }));

/** A soft budget for campaigns, which orders with that tag share. */
export function campaigns(end: Instant): Step[] {
  return [{ at: workingHour(end, 50, 11), take: addBudget }];
}

/** A step that is repeated finds the budget that it has made. */
async function addBudget({ as }: Play): Promise<void> {
  const admin = await as("admin");
  const name = "Campaigns";
  const { budgets } = await listBudgets(admin);
  if (budgets.some((budget) => budget.name === name)) return;
  await writeBudget(
    admin,
    budgetRequestSchema.parse({
      name,
      mode: "soft",
      period: "quarter",
      amounts: AMOUNTS,
      tags: ["campaign"],
    }),
  );
}
