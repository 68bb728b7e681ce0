import { templateAddressSchema } from "#lib/contracts/orders/orderTemplates.ts";
import { route } from "#server/route/route.ts";
import { openTemplate } from "#server/orders/templates/openTemplate.ts";

export const POST = route({
  permission: "orders.place",
  params: templateAddressSchema,
  handle: ({ request, params }) => openTemplate(request, params),
});
