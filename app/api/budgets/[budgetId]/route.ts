import { budgetAddressSchema, budgetRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { writeBudget } from "#server/orders/budgets/writeBudget.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: "team.manage",
  params: budgetAddressSchema,
  body: budgetRequestSchema,
  handle: ({ request, params, body }) => writeBudget(request, { ...params, ...body }),
});
