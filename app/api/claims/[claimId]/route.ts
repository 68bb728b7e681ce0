import { claimAddressSchema, moveClaimRequestSchema } from "#lib/contracts/claims/claims.ts";
import { readClaim } from "#server/claims/readClaim.ts";
import { moveClaim } from "#server/claims/moveClaim.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "codes.find",
  params: claimAddressSchema,
  handle: ({ request, params }) => readClaim(request, params),
});

export const POST = route({
  permission: "claims.open",
  params: claimAddressSchema,
  body: moveClaimRequestSchema,
  handle: ({ request, params, body }) => moveClaim(request, { ...params, ...body }),
});
