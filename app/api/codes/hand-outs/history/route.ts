import { handOutHistoryRequestSchema } from "#lib/contracts/codes/handOut.ts";
import { listHandOuts } from "#server/codes/handOut/listHandOuts.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.find",
  body: handOutHistoryRequestSchema,
  handle: ({ request, body }) => listHandOuts(request, body),
});
