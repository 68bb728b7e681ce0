import { memberIdSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { endMemberSessions, listMemberSessions } from "#server/team/memberSessions.ts";

export const GET = route({
  permission: "team.manage",
  params: memberIdSchema,
  handle: ({ request, params }) => listMemberSessions(request, params),
});

export const DELETE = route({
  permission: "team.manage",
  params: memberIdSchema,
  handle: ({ request, params }) => endMemberSessions(request, params),
});
