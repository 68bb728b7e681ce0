import type { OtherOrder } from "#lib/contracts/orders/otherOrder.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { Instant } from "#lib/time/instant.ts";
import { STATES } from "./states.ts";
import type { OrderRecord } from "./orderRecord.ts";

/** An answer that was not what was confirmed, and when a person accepted it as this order's all the same; null: nobody has yet. */
export type KeptOtherOrder = OtherOrder & { acceptedAt: Instant | null };

/**
 * True while the service shows something else under this order's reference than what was confirmed, and nobody has decided whose order
 * that is. Until then, none of its answers changes the order, and its codes are shown to nobody.
 */
export function isWithheld({ otherOrder }: Pick<OrderRecord, "otherOrder">): boolean {
  return otherOrder !== null && otherOrder.acceptedAt === null;
}

/** What the order offers, to any member: its state's actions, or the two answers to the question whose order the service shows. */
export function offeredActions(order: Pick<OrderRecord, "state" | "otherOrder">): readonly OrderAction[] {
  const { actions, stage, poll } = STATES[order.state];
  if (!isWithheld(order)) return actions;
  // An order that was delivered before, as confirmed, is not closed because of a later answer. One that was given up and is polled until
  // the service has nothing under its reference would be polled for ever, because there is another order.
  const isOpen = stage === "review" || stage === "fulfilment" || poll === "until_absent";
  return [...actions.filter((action) => action === "check"), "accept", ...(isOpen ? ["close" as const] : [])];
}

/** True if the order offers the action now, to any member. */
export function offersNow(order: Pick<OrderRecord, "state" | "otherOrder">, action: OrderAction): boolean {
  return offeredActions(order).includes(action);
}
