import { sessionIdSchema } from "#lib/contracts/settings.ts";
import { revokeSession } from "#server/auth/sessions/revokeSession.ts";
import { route } from "#server/route/route.ts";

export const DELETE = route({
  permission: null,
  params: sessionIdSchema,
  handle: ({ request, params }) => revokeSession(request, params),
});
