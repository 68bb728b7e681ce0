import type { ServiceCallsView } from "#lib/contracts/settings.ts";
import { route } from "#server/route/route.ts";
import { listServiceCalls } from "#server/settings/listServiceCalls.ts";

export const GET = route({
  permission: "settings.read",
  handle: async ({ request }) => ({ calls: await listServiceCalls(request) }) satisfies ServiceCallsView,
});
