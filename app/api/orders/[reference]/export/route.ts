import { exportCodesRequestSchema } from "#lib/contracts/codes/exportCodes.ts";
import { orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { exportCodes } from "#server/codes/export/exportCodes.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "codes.reveal",
  params: orderAddressSchema,
  body: exportCodesRequestSchema,
  handle: ({ request, params, body }) => exportCodes(request, { ...params, ...body }),
});
