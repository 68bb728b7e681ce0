import type { OrderView } from "#lib/contracts/order.ts";
import { isDelivered } from "#lib/orders/lifecycle/states.ts";

type Said = Pick<OrderView, "state" | "refusal" | "refusedLines" | "message" | "reason" | "alarm">;

/** The service's refusal, where it is about the order as a whole; one about lines is shown on the lines. */
export function refusalAbove({ refusal, refusedLines }: Said): Said["refusal"] {
  return refusal !== null && refusedLines.some((line) => line.message === refusal.message) ? null : refusal;
}

/** The service's latest message, if it is about the current state: not "still processing" beside the codes. */
export function saidAbove({ state, refusal, message, reason }: Said): string[] {
  const isOutdated = isDelivered(state) || refusal !== null;
  return [...new Set([isOutdated ? null : message, reason].flatMap((text) => text || []))];
}

/** Every sentence of the service that the page shows above the timeline, which does not repeat it. */
export function messagesAbove(order: Said): string[] {
  return [
    ...saidAbove(order),
    ...order.refusedLines.map(({ message }) => message),
    ...[order.refusal?.message ?? [], order.alarm ?? []].flat(),
  ];
}
