import { setProductLimitRequestSchema } from "#lib/contracts/team/limits.ts";
import { listProductLimits } from "#server/orders/limits/listProductLimits.ts";
import { setProductLimit } from "#server/orders/limits/setProductLimit.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "team.manage",
  handle: ({ request }) => listProductLimits(request),
});

export const PUT = route({
  permission: "team.manage",
  body: setProductLimitRequestSchema,
  handle: ({ request, body }) => setProductLimit(request, body),
});
