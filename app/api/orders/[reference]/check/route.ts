import { orderAddressSchema } from "#lib/contracts/order.ts";
import { route } from "#server/route/route.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";

export const POST = route({
  permission: "orders.read",
  params: orderAddressSchema,
  handle: ({ request, params }) => checkOrder(request, params),
});
