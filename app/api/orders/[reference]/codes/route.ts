import { codesPageSchema, revealRequestSchema } from "#lib/contracts/codes/codes.ts";
import { orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  machine: { summary: "Reveals codes of an order; recorded first", answer: codesPageSchema },
  params: orderAddressSchema,
  body: revealRequestSchema,
  handle: ({ request, params, body }) => revealCodes(request, { ...params, ...body }),
});
