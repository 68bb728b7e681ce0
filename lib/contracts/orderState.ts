/** The states of an order in the ledger, without schemas, as pages load them; what each one means stands in lib/orders/lifecycle/states.ts. */
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

/** By which a person ends an order. */
export const ENDING_VERBS = ["close", "withdraw", "decline"] as const;
export type EndingVerb = (typeof ENDING_VERBS)[number];

/** What a person can have done to an order: POST /api/orders/{reference}/{verb}. */
const ORDER_VERBS = ["check", "approve", ...ENDING_VERBS] as const;
export type OrderVerb = (typeof ORDER_VERBS)[number];

/** What a person can do about an order, beside reading it: have something done to it, or begin another order with its lines. */
export const ORDER_ACTIONS = [...ORDER_VERBS, "reorder_missing", "copy"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];
