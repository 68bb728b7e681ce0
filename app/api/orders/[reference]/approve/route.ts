import { approveOrderRequestSchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";

/** Any member who approves orders, except the one who confirmed it: the verb decides, because it knows the order. */
export const POST = route({
  permission: "orders.approve",
  params: orderAddressSchema,
  // Programs may send no body.
  body: approveOrderRequestSchema.optional(),
  handle: ({ request, params, body }) => approveOrder(request, { ...params, ...body }),
});
