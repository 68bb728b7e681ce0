import { revealRequest } from "#lib/contracts/codes.ts";
import { orderAddress } from "#lib/contracts/order.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  params: orderAddress,
  body: revealRequest,
  handle: ({ request, params, body }) => revealCodes(request, { ...params, ...body }),
});
