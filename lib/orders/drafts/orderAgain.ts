import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { lineAgain } from "./lineAgain.ts";

/** The actions that make a draft of an order. */
export type AgainAction = Extract<OrderAction, "copy" | "reorder_missing">;

/** The lines of an order as new draft lines. An unknown quantity becomes 1. */
export function linesAgain({ lines, currency }: Pick<OrderView, "lines" | "currency">): TypedLine[] {
  return lines.map((line) => typedAgain(line, currency));
}

/** A line of an order as a new draft line. */
export function typedAgain(line: OrderLine, currency: string | null): TypedLine {
  return { id: newUuid(), ...lineAgain(line, currency) };
}

/**
 * What the team kept with an order, for the draft that orders it again: everything if nothing was bought, because the purchase
 * has yet to be made; the purchase order for missing codes; otherwise nothing, because it is another purchase.
 */
export function textsAgain(
  { note, purchaseOrder, tags, state }: Pick<OrderView, "note" | "purchaseOrder" | "tags" | "state">,
  action: AgainAction,
): Partial<Pick<OrderDraft, "note" | "purchaseOrder" | "tags">> {
  const isSamePurchase = action === "copy" && STATES[state].isNothingBought;
  return {
    ...(purchaseOrder !== null && (isSamePurchase || action === "reorder_missing") ? { purchaseOrder } : {}),
    ...(note !== null && isSamePurchase ? { note } : {}),
    ...(tags.length > 0 && isSamePurchase ? { tags: tags.join(", ") } : {}),
  };
}
