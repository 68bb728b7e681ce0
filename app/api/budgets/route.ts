import { budgetRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "wallet.read",
  handle: ({ request }) => listBudgets(request),
});

export const POST = route({
  permission: "team.manage",
  body: budgetRequestSchema,
  handle: ({ request, body }) => writeBudget(request, body),
});
