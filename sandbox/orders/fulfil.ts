import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { CHOICES } from "#sandbox/interface/choices.ts";
import { type Override, type StoredOrder, orderedCount } from "./order.ts";

/** The status of an order at a moment. It is computed from stored times and the clock, so a restart changes nothing. */
export type DeliveryStatus =
  | { kind: "processing" }
  | { kind: "completed"; delivered: number }
  | { kind: "partial"; delivered: number; ordered: number }
  | { kind: "undelivered"; reason: string }
  | { kind: "unrecognised"; status: string };

const OVERDUE_MS = 3 * 60_000;
const SECOND_DELIVERY_MS = 2 * 60_000;
const LATE_VISIBLE_MS = 5_000;
/** 9999-12-31T23:59:59Z: the last second of a year with four digits. */
const FAR_FUTURE = 253_402_300_799_000;

export type Times = Pick<StoredOrder, "createdAt" | "readyAt" | "visibleAt">;

/**
 * When an order of this size that arrives now will be ready (docs/service-interface.md §1: sized to the quantity), and when it
 * can be found. An ordinary one takes `fulfilmentMs`, and longer for each code.
 */
export function timesOf(
  quantity: number,
  behaviour: Behaviour | null,
  now: number,
  fulfilmentMs: number,
): Times {
  const usual =
    behaviour === "slow" ? CHOICES.slowFulfilmentMs : fulfilmentMs + quantity * CHOICES.fulfilmentPerCodeMs;
  return {
    createdAt: now,
    readyAt: now + usual + (behaviour === "overdue" ? OVERDUE_MS : 0),
    visibleAt:
      behaviour === "vanishes" ? FAR_FUTURE : now + (behaviour === "late-visible" ? LATE_VISIBLE_MS : 0),
  };
}

/** The estimate in the answer: a time, a text that is not a time, or nothing. */
export function estimateOf(order: StoredOrder, change: Override | undefined): number | string | undefined {
  switch (order.behaviour) {
    case "estimate-absent":
      return undefined;
    case "estimate-past":
      return order.createdAt - 60 * 60_000;
    case "estimate-far":
      return FAR_FUTURE;
    case "estimate-garbage":
      return "in a little while";
    case "overdue":
      return order.readyAt - OVERDUE_MS;
    default:
      return change?.readyAt ?? order.readyAt;
  }
}

export function deliveryStatusOf(
  order: StoredOrder,
  change: Override | undefined,
  now: number,
): DeliveryStatus {
  const ordered = orderedCount(order);
  if (change?.status !== undefined) return { kind: "unrecognised", status: change.status };
  const readyAt = change?.readyAt ?? order.readyAt;
  if (now < readyAt) return { kind: "processing" };
  if (order.behaviour === "unrecognised" && change === undefined) {
    return { kind: "unrecognised", status: "awaiting_provider_settlement" };
  }
  const delivered = change?.delivered ?? deliveredBy(order, ordered, now - readyAt);
  if (delivered >= ordered) return { kind: "completed", delivered: ordered };
  if (delivered > 0) return { kind: "partial", delivered, ordered };
  return { kind: "undelivered", reason: change?.reason ?? "The provider has no stock of this product." };
}

/** Number of codes that are delivered `sinceMs` milliseconds after the order was ready. */
function deliveredBy({ behaviour }: StoredOrder, ordered: number, sinceMs: number): number {
  switch (behaviour) {
    case "undelivered":
      return 0;
    case "undelivered-then-completed":
      return sinceMs < SECOND_DELIVERY_MS ? 0 : ordered;
    case "partial-then-completed":
      return sinceMs < SECOND_DELIVERY_MS ? Math.floor(ordered / 2) : ordered;
    case "partial":
    case "partial-with-codes":
      // A single code cannot be delivered partially, so none is delivered.
      return Math.min(ordered - 1, Math.ceil(ordered * 0.75));
    default:
      return ordered;
  }
}
