import { disputeRequestSchema, handOutAddressSchema } from "#lib/contracts/codes/handOut.ts";
import { disputeHandOut } from "#server/claims/disputeHandOut.ts";
import { takeBackHandOut } from "#server/codes/handOut/takeBackHandOut.ts";
import { route } from "#server/route/route.ts";

export const PATCH = route({
  permission: "claims.open",
  params: handOutAddressSchema,
  body: disputeRequestSchema,
  handle: ({ request, params, body }) => disputeHandOut(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "codes.reveal",
  params: handOutAddressSchema,
  handle: ({ request, params }) => takeBackHandOut(request, params),
});
