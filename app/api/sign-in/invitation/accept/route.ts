import { acceptInvitationRequestSchema } from "#lib/contracts/team/invitations.ts";
import { signInRoute } from "#server/route/signInRoute.ts";
import { acceptInvitation, admitInvitation } from "#server/team/invitations/acceptInvitation.ts";

export const POST = signInRoute({
  admit: admitInvitation,
  body: acceptInvitationRequestSchema,
  handle: (request, _admitted, body) => acceptInvitation(request, body),
});
