/** The states of an order in the ledger (docs/architecture.md#the-life-of-an-order). Drafts live in a table of their own. */
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
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
