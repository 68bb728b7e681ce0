import { closeOrderRequestSchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";

export const POST = route({
  permission: "orders.close",
  params: orderAddressSchema,
  body: closeOrderRequestSchema,
  handle: ({ request, params, body }) => endOrder(request, { ...params, ...body, verb: "close" }),
});
