import { claimsQuerySchema, claimsSchema, openClaimRequestSchema } from "#lib/contracts/claims/claims.ts";
import { listClaims } from "#server/claims/listClaims.ts";
import { openClaim } from "#server/claims/openClaim.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "codes.find",
  query: claimsQuerySchema,
  machine: { summary: "Lists the codes that do not work", answer: claimsSchema },
  handle: ({ request, query }) => listClaims(request, query),
});

export const POST = route({
  permission: "claims.open",
  body: openClaimRequestSchema,
  status: 201,
  handle: ({ request, body }) => openClaim(request, body),
});
