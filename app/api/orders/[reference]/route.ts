import { orderAddressSchema } from "#lib/contracts/order.ts";
import { route } from "#server/route/route.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";

export const GET = route({
  permission: "orders.read",
  params: orderAddressSchema,
  handle: ({ request, params }) => readOrder(request, params),
});
