import { orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { budgetsOfOrder } from "#server/orders/verbs/budgetsOfOrder.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  params: orderAddressSchema,
  handle: ({ request, params }) => budgetsOfOrder(request, params),
});
