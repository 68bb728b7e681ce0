import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import { sameDraft } from "#lib/orders/drafts/draftMerge.ts";
import { withoutOrderedLines } from "#lib/orders/drafts/draftTake.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { isDeskError } from "#server/context/errors.ts";
import { readDraft } from "./readDraft.ts";
import { saveDraft } from "./saveDraft.ts";

const TRIES = 3;

/**
 * Takes the lines of an order that was just placed out of its member's draft, so that a browser that died while sending does
 * not offer them once more. Only what this very request placed (created since `began`): an answer given again finds a draft
 * that may hold the next order. The order is safe either way, so this never fails it.
 */
export async function takeFromDraft(
  request: DeskRequest,
  placed: PlaceOrderRequest,
  order: Pick<OrderView, "createdAt">,
  began: Instant,
): Promise<void> {
  if (Date.parse(order.createdAt) < began) return;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const { draft, version, products } = await readDraft(request);
      const open = new Set(products.filter((each) => each.denomination === "open").map(({ id }) => id));
      const rest = withoutOrderedLines(draft, placed.lines, placed.currency, (id) => open.has(id));
      if (!sameDraft(rest, draft)) await saveDraft(request, { draft: rest, version });
      return;
    } catch (error) {
      if (isDeskError(error) && error.kind === "conflict") continue;
      request.log.error({ error, requestId: request.requestId }, "A draft kept the lines of a placed order");
      return;
    }
  }
}
