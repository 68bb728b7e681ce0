import { openDraftRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { route } from "#server/route/route.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";

export const GET = route({
  permission: "orders.place",
  handle: ({ request }) => listDrafts(request),
});

export const POST = route({
  permission: "orders.place",
  body: openDraftRequestSchema,
  maxBodyBytes: MAX_DRAFT_BYTES,
  handle: ({ request, body }) => openDraft(request, body),
});
