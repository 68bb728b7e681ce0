import { tagOrdersRequestSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { tagOrders } from "#server/orders/verbs/tagOrders.ts";

export const POST = route({
  permission: "orders.place",
  body: tagOrdersRequestSchema,
  maxBodyBytes: 256 * 1024,
  handle: ({ request, body }) => tagOrders(request, body),
});
