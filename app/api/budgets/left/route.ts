import { budgetsLeftRequestSchema } from "#lib/contracts/orders/budgets.ts";
import { budgetsLeft } from "#server/orders/budgets/budgetsLeft.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "orders.place",
  body: budgetsLeftRequestSchema,
  handle: ({ request, body }) => budgetsLeft(request, body),
});
