import "server-only";
import type { OrderAuditAction } from "#lib/audit/actions.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { ENDINGS } from "#lib/orders/lifecycle/states.ts";
import type { OrderEvent } from "#lib/orders/lifecycle/transition.ts";

/** How an event is written, beside what it changes. */
type EventRules = {
  /** The action of its audit record. */
  action: OrderAuditAction;
  /** Recorded even if the order does not change. */
  isAlwaysRecorded: boolean;
  /** Whether the same work continues under the lease; otherwise the lease ends with the event. */
  keepsLease: (after: OrderRecord) => boolean;
};

const always = (): boolean => true;
const never = (): boolean => false;

const RULES: Record<Exclude<OrderEvent["kind"], "ended">, EventRules> = {
  attempt_started: { action: "order.attempt-started", isAlwaysRecorded: false, keepsLease: always },
  attempt_accepted: { action: "order.attempted", isAlwaysRecorded: true, keepsLease: never },
  attempt_failed: { action: "order.attempted", isAlwaysRecorded: true, keepsLease: never },
  attempt_lost: { action: "order.attempted", isAlwaysRecorded: true, keepsLease: always },
  poll_answered: { action: "order.state", isAlwaysRecorded: false, keepsLease: never },
  // The identical attempt may follow at once (docs/architecture.md#the-life-of-an-order).
  poll_not_found: {
    action: "order.state",
    isAlwaysRecorded: false,
    keepsLease: ({ state }) => state === "unconfirmed",
  },
  poll_failed: { action: "order.state", isAlwaysRecorded: false, keepsLease: never },
  code_taken: { action: "order.state", isAlwaysRecorded: false, keepsLease: never },
  code_not_checked: { action: "order.state", isAlwaysRecorded: false, keepsLease: never },
  approved: { action: "order.approved", isAlwaysRecorded: false, keepsLease: never },
  answer_accepted: { action: "order.answer-accepted", isAlwaysRecorded: true, keepsLease: never },
  budget_spent: { action: "order.state", isAlwaysRecorded: false, keepsLease: never },
};

export function rulesOf(event: OrderEvent): EventRules {
  if (event.kind !== "ended") return RULES[event.kind];
  return { action: `order.${ENDINGS[event.verb].endsIn}`, isAlwaysRecorded: false, keepsLease: never };
}
