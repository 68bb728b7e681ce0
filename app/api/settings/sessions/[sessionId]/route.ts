import { sessionId } from "#lib/contracts/settings.ts";
import { revokeSession } from "#server/auth/sessions/revokeSession.ts";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";

export const DELETE = route({
  permission: null,
  params: sessionId,
  handle: async ({ request, params }) => {
    await revokeSession(request, params.sessionId);
    return reply(204);
  },
});
