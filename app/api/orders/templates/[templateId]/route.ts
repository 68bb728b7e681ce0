import { renameTemplateRequestSchema, templateAddressSchema } from "#lib/contracts/orders/orderTemplates.ts";
import { route } from "#server/route/route.ts";
import { deleteTemplate } from "#server/orders/templates/deleteTemplate.ts";
import { renameTemplate } from "#server/orders/templates/renameTemplate.ts";

export const PATCH = route({
  permission: "orders.place",
  params: templateAddressSchema,
  body: renameTemplateRequestSchema,
  handle: ({ request, params, body }) => renameTemplate(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "orders.place",
  params: templateAddressSchema,
  handle: ({ request, params }) => deleteTemplate(request, params),
});
