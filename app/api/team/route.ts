import { addMemberRequest, type MemberWithPassword, type TeamView } from "#lib/contracts/team.ts";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";
import { addMember } from "#server/team/addMember.ts";
import { listMembers } from "#server/team/listMembers.ts";

export const GET = route({
  permission: "team.manage",
  handle: async ({ request }) =>
    ({ members: await listMembers(request, request.actor.id) }) satisfies TeamView,
});

export const POST = route({
  permission: "team.manage",
  body: addMemberRequest,
  handle: async ({ request, body }) =>
    reply(201, (await addMember(request, body, request.actor.id)) satisfies MemberWithPassword),
});
