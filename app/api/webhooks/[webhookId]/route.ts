import { changeWebhookRequestSchema, webhookIdSchema } from "#lib/contracts/notices/webhooks.ts";
import { changeWebhook, removeWebhook } from "#server/notices/webhooks/manageWebhooks.ts";
import { route } from "#server/route/route.ts";

export const PATCH = route({
  permission: "settings.change",
  params: webhookIdSchema,
  body: changeWebhookRequestSchema,
  handle: ({ request, params, body }) => changeWebhook(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "settings.change",
  params: webhookIdSchema,
  handle: ({ request, params }) => removeWebhook(request, params),
});
