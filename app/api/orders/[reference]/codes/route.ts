import { revealRequest } from "#lib/contracts/codes.ts";
import { orderAddress } from "#lib/contracts/order.ts";
import { reply } from "#server/http/reply.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  params: orderAddress,
  body: revealRequest,
  // Compressed beside text that others chose, an answer's length would tell of its secrets: `no-transform` prevents it.
  handle: async ({ request, params, body }) =>
    reply(200, await revealCodes(request, { ...params, ...body }), {
      "cache-control": "no-store, no-transform",
    }),
});
