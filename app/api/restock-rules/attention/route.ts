import { listRulesToAttend } from "#server/restock/listRulesToAttend.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "stock.read",
  handle: ({ request }) => listRulesToAttend(request),
});
