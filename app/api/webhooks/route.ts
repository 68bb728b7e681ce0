import { addWebhookRequestSchema } from "#lib/contracts/notices/webhooks.ts";
import { addWebhook, listWebhooks } from "#server/notices/webhooks/manageWebhooks.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "settings.change",
  handle: ({ request }) => listWebhooks(request),
});

export const POST = route({
  permission: "settings.change",
  body: addWebhookRequestSchema,
  status: 201,
  handle: ({ request, body }) => addWebhook(request, body),
});
