import { signOutEverywhereQuerySchema } from "#lib/contracts/settings.ts";
import { listSessions } from "#server/auth/sessions/listSessions.ts";
import { signOutEverywhere } from "#server/auth/sessions/signOutEverywhere.ts";
import { CLEAR_AT_SIGN_OUT } from "#server/auth/sessions/clearAtSignOut.ts";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => listSessions(request),
});

export const DELETE = route({
  permission: null,
  query: signOutEverywhereQuerySchema,
  handle: async ({ request, query }) =>
    reply(200, await signOutEverywhere(request, query), { "clear-site-data": CLEAR_AT_SIGN_OUT }),
});
