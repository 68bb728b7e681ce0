import { declineOrderRequestSchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";

/** Any member who approves orders, except the one who confirmed it: the verb decides, because it knows the order. */
export const POST = route({
  permission: "orders.approve",
  params: orderAddressSchema,
  body: declineOrderRequestSchema,
  handle: ({ request, params, body }) => endOrder(request, { ...params, ...body, verb: "decline" }),
});
