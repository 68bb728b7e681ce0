import { closeOrderRequest, orderAddress } from "#lib/contracts/order.ts";
import { route } from "#server/route/route.ts";
import { closeOrder } from "#server/orders/verbs/closeOrder.ts";

export const POST = route({
  permission: "orders.close",
  params: orderAddress,
  body: closeOrderRequest,
  handle: ({ request, params, body }) => closeOrder(request, { ...params, ...body }),
});
