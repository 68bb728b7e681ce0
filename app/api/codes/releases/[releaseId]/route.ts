import { releaseAddressSchema, releaseDecisionSchema } from "#lib/contracts/codes/exportCodes.ts";
import { decideRelease } from "#server/codes/releases/decideRelease.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.release",
  params: releaseAddressSchema,
  body: releaseDecisionSchema,
  handle: ({ request, params, body }) => decideRelease(request, { ...params, ...body }),
});
