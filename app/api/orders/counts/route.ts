import { orderCountsSchema, orderFilterSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { countOrders } from "#server/orders/verbs/countOrders.ts";

export const GET = route({
  permission: "orders.read",
  machine: { summary: "Counts the orders of each state", answer: orderCountsSchema },
  query: orderFilterSchema,
  handle: ({ request, query }) => countOrders(request, query),
});
