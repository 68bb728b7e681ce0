import { claimAddressSchema, evidenceRequestSchema } from "#lib/contracts/claims/claims.ts";
import { makeEvidence } from "#server/claims/makeEvidence.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.find",
  params: claimAddressSchema,
  body: evidenceRequestSchema,
  handle: ({ request, params, body }) => makeEvidence(request, { ...params, ...body }),
});
