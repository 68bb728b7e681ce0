import { confirmIdentityRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { confirmIdentity } from "#server/auth/secondFactor/confirmIdentity.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  withoutSecondFactor: true,
  body: confirmIdentityRequestSchema,
  handle: ({ request, body, http }) => confirmIdentity(request, body, http.headers),
});
