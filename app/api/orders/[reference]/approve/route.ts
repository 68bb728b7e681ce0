import { orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";

/** Any member who approves orders, except the one who confirmed it: the verb decides, because it knows the order. */
export const POST = route({
  permission: "orders.approve",
  params: orderAddressSchema,
  handle: ({ request, params }) => approveOrder(request, params),
});
