import { createTokenRequestSchema } from "#lib/contracts/team/accessTokens.ts";
import { createToken } from "#server/team/tokens/createToken.ts";
import { listTokens } from "#server/team/tokens/listTokens.ts";
import { route } from "#server/route/route.ts";

export const GET = route({ permission: null, handle: ({ request }) => listTokens(request) });

export const POST = route({
  permission: null,
  body: createTokenRequestSchema,
  status: 201,
  handle: ({ request, body }) => createToken(request, body),
});
