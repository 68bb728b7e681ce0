import { ordersQuerySchema } from "#lib/contracts/order.ts";
import { placeOrderRequestSchema } from "#lib/contracts/placeOrder.ts";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";

export const GET = route({
  permission: "orders.read",
  query: ordersQuerySchema,
  handle: ({ request, query }) => listOrders(request, query),
});

// 202 also while the outcome is not known: the person's work is accepted and safe (docs/architecture.md#http-interface).
export const POST = route({
  permission: "orders.place",
  body: placeOrderRequestSchema,
  maxBodyBytes: 2 * 1024 * 1024,
  handle: async ({ request, body }) => reply(202, await placeOrder(request, body)),
});
