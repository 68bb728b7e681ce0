import { handOutAddressSchema } from "#lib/contracts/codes/handOut.ts";
import { takeMessage } from "#server/codes/message/takeMessage.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  params: handOutAddressSchema,
  handle: ({ request, params }) => takeMessage(request, params),
});
