import { readNoticesSchema } from "#lib/contracts/notices/notices.ts";
import { readNotices } from "#server/notices/listNotices.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  ofEnvironment: true,
  body: readNoticesSchema,
  handle: ({ request, body }) => readNotices(request, body),
});
