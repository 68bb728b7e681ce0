import { listSessions } from "#server/auth/sessions/listSessions.ts";
import { signOutEverywhere } from "#server/auth/sessions/signOutEverywhere.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => listSessions(request),
});

export const DELETE = route({
  permission: null,
  handle: ({ request }) => signOutEverywhere(request),
});
