import { changeDraftRequestSchema, draftAddressSchema } from "#lib/contracts/orders/drafts.ts";
import { route } from "#server/route/route.ts";
import { changeDraft } from "#server/orders/drafts/changeDraft.ts";

export const PATCH = route({
  permission: "orders.place",
  params: draftAddressSchema,
  body: changeDraftRequestSchema,
  handle: ({ request, params, body }) => changeDraft(request, { ...params, ...body }),
});
