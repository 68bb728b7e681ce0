import { notificationsSchema } from "#lib/contracts/notices/notifications.ts";
import { route } from "#server/route/route.ts";
import { readNotifications, saveNotifications } from "#server/settings/notifications.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => readNotifications(request),
});

export const PUT = route({
  permission: null,
  body: notificationsSchema,
  handle: ({ request, body }) => saveNotifications(request, body),
});
