import { handOutReleaseRequestSchema } from "#lib/contracts/codes/exportCodes.ts";
import { requestHandOutRelease } from "#server/codes/releases/requestHandOutRelease.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  body: handOutReleaseRequestSchema,
  handle: ({ request, body }) => requestHandOutRelease(request, body),
});
