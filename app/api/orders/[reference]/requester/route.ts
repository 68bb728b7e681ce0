import { orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { readRequester } from "#server/orders/verbs/readRequester.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.approve",
  params: orderAddressSchema,
  handle: ({ request, params }) => readRequester(request, params),
});
