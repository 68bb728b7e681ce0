import { setLimitRequestSchema } from "#lib/contracts/team/limits.ts";
import { listLimits } from "#server/orders/limits/listLimits.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "team.manage",
  handle: ({ request }) => listLimits(request),
});

export const PUT = route({
  permission: "team.manage",
  body: setLimitRequestSchema,
  handle: ({ request, body }) => setLimit(request, body),
});
