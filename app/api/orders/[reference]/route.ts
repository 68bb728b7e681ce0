import { orderAddressSchema, orderViewSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";

export const GET = route({
  permission: "orders.read",
  machine: { summary: "Reads an order", answer: orderViewSchema },
  params: orderAddressSchema,
  handle: ({ request, params }) => readOrder(request, params),
});
