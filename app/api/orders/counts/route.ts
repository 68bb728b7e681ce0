import { orderFilterSchema } from "#lib/contracts/order.ts";
import { route } from "#server/route/route.ts";
import { countOrders } from "#server/orders/verbs/countOrders.ts";

export const GET = route({
  permission: "orders.read",
  query: orderFilterSchema,
  handle: ({ request, query }) => countOrders(request, query),
});
