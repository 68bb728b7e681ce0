import { route } from "#server/route/route.ts";
import { listServiceCalls } from "#server/settings/listServiceCalls.ts";

export const GET = route({
  permission: "settings.read",
  handle: ({ request }) => listServiceCalls(request),
});
