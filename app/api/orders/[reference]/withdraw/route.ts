import { orderAddressSchema, orderViewSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";

/** The member who confirmed the order, or an administrator: the verb decides, because it knows the order. */
export const POST = route({
  permission: "orders.read",
  machine: { summary: "Withdraws an order that the service never got", answer: orderViewSchema },
  params: orderAddressSchema,
  handle: ({ request, params }) => endOrder(request, { ...params, verb: "withdraw" }),
});
