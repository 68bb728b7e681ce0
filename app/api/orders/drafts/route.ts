import { openDraftRequest } from "#lib/contracts/placeOrder.ts";
import { route } from "#server/route/route.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";

export const GET = route({
  permission: "orders.place",
  handle: ({ request }) => listDrafts(request),
});

export const POST = route({
  permission: "orders.place",
  body: openDraftRequest,
  maxBodyBytes: 2 * 1024 * 1024,
  handle: ({ request, body }) => openDraft(request, body),
});
