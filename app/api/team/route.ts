import { addMemberRequestSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { addMember } from "#server/team/addMember.ts";
import { listMembers } from "#server/team/listMembers.ts";

export const GET = route({
  permission: "team.manage",
  handle: ({ request }) => listMembers(request),
});

export const POST = route({
  permission: "team.manage",
  body: addMemberRequestSchema,
  status: 201,
  handle: ({ request, body }) => addMember(request, body),
});
