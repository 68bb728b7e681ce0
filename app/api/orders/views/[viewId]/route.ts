import { changeOrderViewRequestSchema, orderViewAddressSchema } from "#lib/contracts/orders/orderViews.ts";
import { route } from "#server/route/route.ts";
import { changeOrderView } from "#server/orders/views/changeOrderView.ts";
import { deleteOrderView } from "#server/orders/views/deleteOrderView.ts";

export const PATCH = route({
  permission: "orders.read",
  params: orderViewAddressSchema,
  body: changeOrderViewRequestSchema,
  handle: ({ request, params, body }) => changeOrderView(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "orders.read",
  params: orderViewAddressSchema,
  handle: ({ request, params }) => deleteOrderView(request, params),
});
