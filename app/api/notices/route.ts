import { noticesQuerySchema } from "#lib/contracts/notices/notices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  ofEnvironment: true,
  query: noticesQuerySchema,
  handle: ({ request, query }) => listNotices(request, query),
});
