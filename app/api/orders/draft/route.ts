import { saveChangesRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { draftQuerySchema, saveDraftRequestSchema } from "#lib/contracts/orders/placeOrder.ts";
import { route } from "#server/route/route.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveChanges } from "#server/orders/drafts/saveChanges.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";

export const GET = route({
  permission: "orders.place",
  query: draftQuerySchema,
  handle: ({ request, query }) => readDraft(request, query),
});

export const PUT = route({
  permission: "orders.place",
  body: saveDraftRequestSchema,
  maxBodyBytes: MAX_DRAFT_BYTES,
  handle: ({ request, body }) => saveDraft(request, body),
});

export const PATCH = route({
  permission: "orders.place",
  body: saveChangesRequestSchema,
  maxBodyBytes: MAX_DRAFT_BYTES,
  handle: ({ request, body }) => saveChanges(request, body),
});
