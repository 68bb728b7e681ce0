import { inviteRequestSchema } from "#lib/contracts/team/invitations.ts";
import { route } from "#server/route/route.ts";
import { invite, listInvitations } from "#server/team/invitations/invite.ts";

export const GET = route({
  permission: "team.manage",
  handle: ({ request }) => listInvitations(request),
});

export const POST = route({
  permission: "team.manage",
  body: inviteRequestSchema,
  status: 201,
  handle: ({ request, body }) => invite(request, body),
});
