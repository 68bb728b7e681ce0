import { readInvitationRequestSchema } from "#lib/contracts/team/invitations.ts";
import { signInRoute } from "#server/route/signInRoute.ts";
import { admitInvitation, readInvitation } from "#server/team/invitations/acceptInvitation.ts";

export const POST = signInRoute({
  admit: admitInvitation,
  body: readInvitationRequestSchema,
  handle: (request, _admitted, body) => readInvitation(request, body),
});
