import { takeCodesRequestSchema } from "#lib/contracts/codes/handOut.ts";
import { takeCodes } from "#server/codes/handOut/takeCodes.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  body: takeCodesRequestSchema,
  handle: ({ request, body }) => takeCodes(request, body),
});
