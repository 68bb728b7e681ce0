import { CHOICES } from "../choices.ts";
import { type Override, type StoredOrder, orderedCount } from "./order.ts";

/** How an order stands at a moment. It follows from stored times and the clock alone: a restart changes nothing. */
export type Standing =
  | { kind: "processing" }
  | { kind: "completed"; delivered: number }
  | { kind: "partial"; delivered: number; ordered: number }
  | { kind: "undelivered"; reason: string }
  | { kind: "unrecognised"; status: string };

/** Milliseconds until an order of this size is ready (part 1: sized to the quantity). */
export function fulfilmentMs(quantity: number, slow: boolean): number {
  if (slow) return CHOICES.slowFulfilmentMs;
  return CHOICES.fulfilmentBaseMs + quantity * CHOICES.fulfilmentPerCodeMs;
}

export function standingOf(order: StoredOrder, change: Override | undefined, now: number): Standing {
  const ordered = orderedCount(order);
  if (change?.status !== undefined) return { kind: "unrecognised", status: change.status };
  if (now < (change?.readyAt ?? order.readyAt)) return { kind: "processing" };
  if (order.behaviour === "unrecognised" && change === undefined) {
    return { kind: "unrecognised", status: "awaiting_provider_settlement" };
  }
  const delivered = change?.delivered ?? deliveredBy(order, ordered);
  if (delivered >= ordered) return { kind: "completed", delivered: ordered };
  if (delivered > 0) return { kind: "partial", delivered, ordered };
  return { kind: "undelivered", reason: change?.reason ?? "The provider has no stock of this product." };
}

function deliveredBy(order: StoredOrder, ordered: number): number {
  if (order.behaviour === "undelivered") return 0;
  // One code alone cannot be delivered partially; then nothing of it is.
  if (order.behaviour === "partial") return Math.min(ordered - 1, Math.ceil(ordered * 0.75));
  return ordered;
}
