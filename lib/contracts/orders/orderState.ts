/**
 * The states of an order in the ledger. Without schemas, because pages load it; lib/orders/lifecycle/states.ts says what each one
 * means.
 */
export const ORDER_STATES = [
  "awaiting_approval",
  "declined",
  "submitting",
  "waiting",
  "unconfirmed",
  "needs_review",
  "closed",
  "processing",
  "unrecognised",
  "completed",
  "partial",
  "undelivered",
  "rejected",
  "not_placed",
  "withdrawn",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The verbs by which a person ends an order. */
export const ENDING_VERBS = ["close", "withdraw", "decline"] as const;
export type EndingVerb = (typeof ENDING_VERBS)[number];

/** What a person can have done with an order: POST /api/orders/{reference}/{verb}. */
const ORDER_VERBS = ["check", "approve", "accept", ...ENDING_VERBS] as const;
export type OrderVerb = (typeof ORDER_VERBS)[number];

/** What a person can do with an order besides reading it: one of the verbs, or beginning another order with its lines. */
export const ORDER_ACTIONS = [...ORDER_VERBS, "reorder_missing", "copy"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];
