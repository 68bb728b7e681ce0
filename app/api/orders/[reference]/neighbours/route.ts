import { neighboursQuerySchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { readNeighbours } from "#server/orders/verbs/readNeighbours.ts";

export const GET = route({
  permission: "orders.read",
  params: orderAddressSchema,
  query: neighboursQuerySchema,
  handle: ({ request, params, query }) => readNeighbours(request, { ...params, ...query }),
});
