import type { OrderView } from "#lib/contracts/orders/order.ts";
import { hasAllCodes } from "#lib/orders/lifecycle/orderRecord.ts";
import { isDelivered } from "#lib/orders/lifecycle/states.ts";

type Said = Pick<
  OrderView,
  "state" | "refusal" | "refusedLines" | "message" | "reason" | "alarm" | "delivered" | "ordered"
>;

/** The service's refusal, if it concerns the order as a whole; one about lines is shown on the lines. */
export function refusalAbove({ refusal, refusedLines }: Said): Said["refusal"] {
  return refusal !== null && refusedLines.some((line) => line.message === refusal.message) ? null : refusal;
}

/**
 * The service's last message, if it is about the current state: not "still processing" once there are codes, nor why there were
 * none once all were delivered.
 */
export function saidAbove({ state, refusal, message, reason, ...counts }: Said): string[] {
  const isOutdated = isDelivered(state) || refusal !== null;
  const hasAll = hasAllCodes({ state, ...counts });
  return [...new Set([isOutdated ? null : message, hasAll ? null : reason].flatMap((text) => text || []))];
}

/** Every sentence of the service that the page shows above the timeline, which does not repeat it. */
export function messagesAbove(order: Said): string[] {
  return [
    ...saidAbove(order),
    ...order.refusedLines.map(({ message }) => message),
    ...[order.refusal?.message ?? [], order.alarm ?? []].flat(),
  ];
}
