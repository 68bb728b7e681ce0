import { route } from "#server/route/route.ts";
import { listConnections } from "#server/settings/listConnections.ts";

export const GET = route({
  permission: "settings.read",
  handle: ({ request }) => listConnections(request),
});
