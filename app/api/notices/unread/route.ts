import { countUnread } from "#server/notices/listNotices.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  ofEnvironment: true,
  handle: ({ request }) => countUnread(request),
});
