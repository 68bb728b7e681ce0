import { draftAddressSchema, presenceRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { route } from "#server/route/route.ts";
import { notePresence } from "#server/orders/drafts/notePresence.ts";

export const POST = route({
  permission: "orders.place",
  params: draftAddressSchema,
  body: presenceRequestSchema,
  handle: ({ request, params, body }) => notePresence(request, { ...params, ...body }),
});
