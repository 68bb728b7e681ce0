import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { saveTemplateRequestSchema } from "#lib/contracts/orders/orderTemplates.ts";
import { route } from "#server/route/route.ts";
import { listTemplates } from "#server/orders/templates/listTemplates.ts";
import { saveTemplate } from "#server/orders/templates/saveTemplate.ts";

export const GET = route({
  permission: "orders.place",
  handle: ({ request }) => listTemplates(request),
});

export const POST = route({
  permission: "orders.place",
  body: saveTemplateRequestSchema,
  maxBodyBytes: MAX_DRAFT_BYTES,
  status: 201,
  handle: ({ request, body }) => saveTemplate(request, body),
});
