import { route } from "#server/route/route.ts";
import { readOrderFacets } from "#server/orders/verbs/readOrderFacets.ts";

export const GET = route({
  permission: "orders.read",
  handle: ({ request }) => readOrderFacets(request),
});
