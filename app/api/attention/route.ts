import { dismissRequestSchema } from "#lib/contracts/orders/attention.ts";
import { dismissOrders } from "#server/orders/attention/dismissOrders.ts";
import { listAttention } from "#server/orders/attention/listAttention.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  handle: ({ request }) => listAttention(request),
});

export const POST = route({
  permission: "orders.dismiss",
  body: dismissRequestSchema,
  maxBodyBytes: 128 * 1024,
  handle: ({ request, body }) => dismissOrders(request, body),
});
