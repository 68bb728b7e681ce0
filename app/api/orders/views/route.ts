import { saveOrderViewRequestSchema } from "#lib/contracts/orders/orderViews.ts";
import { route } from "#server/route/route.ts";
import { listOrderViews } from "#server/orders/views/listOrderViews.ts";
import { saveOrderView } from "#server/orders/views/saveOrderView.ts";

export const GET = route({
  permission: "orders.read",
  handle: ({ request }) => listOrderViews(request),
});

export const POST = route({
  permission: "orders.read",
  body: saveOrderViewRequestSchema,
  status: 201,
  handle: ({ request, body }) => saveOrderView(request, body),
});
