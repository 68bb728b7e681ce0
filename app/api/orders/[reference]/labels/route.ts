import { labelOrderRequestSchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { labelOrder } from "#server/orders/verbs/labelOrder.ts";

export const PUT = route({
  permission: "orders.place",
  params: orderAddressSchema,
  body: labelOrderRequestSchema,
  handle: ({ request, params, body }) => labelOrder(request, { ...params, ...body }),
});
