import type { ConnectionsView } from "#lib/contracts/settings.ts";
import { route } from "#server/route/route.ts";
import { listConnections } from "#server/settings/listConnections.ts";

export const GET = route({
  permission: "settings.read",
  handle: async ({ request }) => ({ connections: await listConnections(request) }) satisfies ConnectionsView,
});
