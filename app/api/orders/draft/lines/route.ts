import { addLinesRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { route } from "#server/route/route.ts";
import { addLines } from "#server/orders/drafts/addLines.ts";

export const POST = route({
  permission: "orders.place",
  body: addLinesRequestSchema,
  maxBodyBytes: MAX_DRAFT_BYTES,
  handle: ({ request, body }) => addLines(request, body),
});
