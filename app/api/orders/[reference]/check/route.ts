import { orderAddressSchema, orderViewSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";

export const POST = route({
  permission: "orders.read",
  machine: { summary: "Polls the service for an order now", answer: orderViewSchema },
  params: orderAddressSchema,
  handle: ({ request, params }) => checkOrder(request, params),
});
