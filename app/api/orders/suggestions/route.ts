import { ordersQuerySchema } from "#lib/contracts/orders/order.ts";
import { suggestionsRequestSchema } from "#lib/contracts/catalog/suggestions.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "orders.read",
  body: suggestionsRequestSchema,
  handle: ({ request, body }) => listOrders(request, ordersQuerySchema.parse(body)),
});
