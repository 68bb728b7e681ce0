import { z } from "zod";

/** The states of an order in the ledger; what each one means stands in lib/orders/lifecycle/states.ts. */
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
export const orderStateSchema = z.enum(ORDER_STATES);
