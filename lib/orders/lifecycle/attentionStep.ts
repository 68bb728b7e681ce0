import type { AttentionOrder } from "#lib/contracts/orders/attention.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import { formatCount } from "#lib/text/counts.ts";
import { missingQuantity } from "./orderRecord.ts";
import { isSending, offers, STATES } from "./states.ts";

/** What to do next about an order that needs attention. */
export type AttentionStep = {
  action: Extract<OrderAction, "check" | "reorder_missing" | "copy">;
  words: string;
};

/**
 * The first thing to do about an order from the list of what needs attention; null if somebody has to read its page first, as with a
 * contradiction, or nothing is left to do. Whether it is still possible is decided when it is pressed.
 */
export function attentionStep(
  order: Pick<AttentionOrder, "state" | "alarm" | "delivered" | "ordered" | "lineCount">,
  mayPlace: boolean,
): AttentionStep | null {
  const { state, alarm, lineCount } = order;
  if (alarm !== null) return null;
  const missing = missingQuantity(order);
  if (mayPlace && missing > 0 && lineCount > 0 && offers(state, "reorder_missing")) {
    return { action: "reorder_missing", words: `Reorder ${formatCount(missing)} missing` };
  }
  const isOver = STATES[state].codes === "none" && !isSending(state) && STATES[state].stage !== "review";
  if (mayPlace && lineCount > 0 && isOver && offers(state, "copy")) {
    return { action: "copy", words: STATES[state].isNothingBought ? "Edit and reorder" : "Order again" };
  }
  return offers(state, "check") ? { action: "check", words: "Check now" } : null;
}
