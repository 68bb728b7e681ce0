import { serviceCallsQuerySchema } from "#lib/contracts/settings.ts";
import { route } from "#server/route/route.ts";
import { listServiceCalls } from "#server/settings/listServiceCalls.ts";

export const GET = route({
  permission: "settings.read",
  query: serviceCallsQuerySchema,
  handle: ({ request, query }) => listServiceCalls(request, query),
});
