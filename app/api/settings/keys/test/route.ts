import { testKeyRequestSchema } from "#lib/contracts/service/serviceKeys.ts";
import { route } from "#server/route/route.ts";
import { testKey } from "#server/settings/testKey.ts";

export const POST = route({
  permission: "settings.read",
  body: testKeyRequestSchema,
  handle: ({ request, body }) => testKey(request, body),
});
