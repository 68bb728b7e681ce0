import { readHandOutsRequestSchema } from "#lib/contracts/codes/handOut.ts";
import { readHandOuts } from "#server/codes/handOut/readHandOuts.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  body: readHandOutsRequestSchema,
  handle: ({ request, body }) => readHandOuts(request, body),
});
