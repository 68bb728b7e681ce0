import { overviewQuerySchema } from "#lib/contracts/orders/overview.ts";
import { readOverview } from "#server/overview/readOverview.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  query: overviewQuerySchema,
  handle: ({ request, query }) => readOverview(request, query),
});
