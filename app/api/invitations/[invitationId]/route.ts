import { invitationIdSchema } from "#lib/contracts/team/invitations.ts";
import { route } from "#server/route/route.ts";
import { revokeInvitation } from "#server/team/invitations/invite.ts";

export const DELETE = route({
  permission: "team.manage",
  params: invitationIdSchema,
  handle: ({ request, params }) => revokeInvitation(request, params),
});
