import { draftQuerySchema, saveDraftRequest } from "#lib/contracts/placeOrder.ts";
import { route } from "#server/route/route.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";

export const GET = route({
  permission: "orders.place",
  query: draftQuerySchema,
  handle: ({ request, query }) => readDraft(request, query),
});

export const PUT = route({
  permission: "orders.place",
  body: saveDraftRequest,
  // A pasted sheet of twenty thousand lines.
  maxBodyBytes: 2 * 1024 * 1024,
  handle: ({ request, body }) => saveDraft(request, body),
});
