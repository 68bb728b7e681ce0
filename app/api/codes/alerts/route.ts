import { listRevealAlerts } from "#server/codes/listRevealAlerts.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "audit.read",
  handle: ({ request }) => listRevealAlerts(request),
});
