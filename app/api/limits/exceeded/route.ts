import { exceededQuerySchema } from "#lib/contracts/team/limits.ts";
import { wouldExceed } from "#server/orders/limits/wouldExceed.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.place",
  query: exceededQuerySchema,
  handle: ({ request, query }) => wouldExceed(request, query),
});
