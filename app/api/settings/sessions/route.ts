import type { SessionsView } from "#lib/contracts/settings.ts";
import { listSessions } from "#server/auth/sessions/listSessions.ts";
import { signOutEverywhere } from "#server/auth/sessions/signOutEverywhere.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  handle: async ({ request }) => ({ sessions: await listSessions(request) }) satisfies SessionsView,
});

export const DELETE = route({
  permission: null,
  handle: async ({ request }) => ({ sessionsEnded: await signOutEverywhere(request) }),
});
