import { DAY, MINUTE, type Instant } from "#lib/time/instant.ts";
import { WAITING_BUDGET } from "./backoff.ts";
import { sendableSince, type OrderRecord } from "./orderRecord.ts";

/** The longest that an order waits for the service in all; then the member is asked to order again. */
export const LONGEST_WAITING = DAY;
/** A wait that the service asks for, and that is as long as this, does not count as time in which an order could have been sent. */
const LONG_WAIT = 5 * MINUTE;

type Waiting = Pick<OrderRecord, "createdAt" | "approvedAt" | "sendBefore">;

/** When an order that waits is no longer sent, because that would surprise the member who confirmed it. */
export function sendingDeadline(order: Waiting): Instant {
  return order.sendBefore ?? sendableSince(order) + WAITING_BUDGET;
}

/**
 * The deadline after the service has asked to wait for `retryAfterMs`: counted from when it allows a call again, up to the longest wait.
 * Null while no long wait was asked for.
 */
export function deadlineAfter(order: Waiting, now: Instant, retryAfterMs: number | null): Instant | null {
  if (retryAfterMs === null || retryAfterMs < LONG_WAIT) return order.sendBefore;
  const latest = sendableSince(order) + LONGEST_WAITING;
  return Math.min(latest, Math.max(sendingDeadline(order), now + retryAfterMs + WAITING_BUDGET));
}
