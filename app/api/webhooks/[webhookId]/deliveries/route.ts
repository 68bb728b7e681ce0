import { webhookIdSchema } from "#lib/contracts/notices/webhooks.ts";
import { listDeliveries } from "#server/notices/webhooks/deliveries.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "settings.change",
  params: webhookIdSchema,
  handle: ({ request, params }) => listDeliveries(request, params),
});
