import { tokenAddressSchema } from "#lib/contracts/team/accessTokens.ts";
import { revokeToken } from "#server/team/tokens/revokeToken.ts";
import { route } from "#server/route/route.ts";

export const DELETE = route({
  permission: null,
  params: tokenAddressSchema,
  handle: ({ request, params }) => revokeToken(request, params),
});
