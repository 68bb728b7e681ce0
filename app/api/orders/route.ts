import { ordersPageSchema, ordersQuerySchema, orderViewSchema } from "#lib/contracts/orders/order.ts";
import { placeOrderRequestSchema } from "#lib/contracts/orders/placeOrder.ts";
import { route } from "#server/route/route.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";

export const GET = route({
  permission: "orders.read",
  machine: { summary: "Lists orders, filtered and sorted", answer: ordersPageSchema },
  query: ordersQuerySchema,
  handle: ({ request, query }) => listOrders(request, query),
});

// 202 also while the outcome is not known: the order has been accepted and is safe (docs/architecture.md#http-interface).
export const POST = route({
  permission: "orders.place",
  status: 202,
  machine: { summary: "Places an order; the same confirmationId is the same order", answer: orderViewSchema },
  body: placeOrderRequestSchema,
  maxBodyBytes: 2 * 1024 * 1024,
  handle: ({ request, body }) => placeOrder(request, body),
});
