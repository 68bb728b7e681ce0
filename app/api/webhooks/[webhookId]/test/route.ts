import { webhookIdSchema } from "#lib/contracts/notices/webhooks.ts";
import { testWebhook } from "#server/notices/webhooks/deliveries.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "settings.change",
  params: webhookIdSchema,
  handle: ({ request, params }) => testWebhook(request, params),
});
