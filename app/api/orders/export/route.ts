import { exportOrdersRequestSchema } from "#lib/contracts/orders/orderExport.ts";
import { route } from "#server/route/route.ts";
import { exportOrders } from "#server/orders/verbs/exportOrders.ts";

export const POST = route({
  permission: "orders.read",
  body: exportOrdersRequestSchema,
  maxBodyBytes: 1024 * 1024,
  handle: ({ request, body }) => exportOrders(request, body),
});
