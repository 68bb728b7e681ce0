import { z } from "zod";
import { exceededLimitSchema } from "#lib/contracts/team/limits.ts";
import { orderSummarySchema } from "./order.ts";

const waitingOrderSchema = orderSummarySchema.extend({ overLimit: exceededLimitSchema.nullable() });
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

/** GET /api/orders/approvals: the orders of other members that wait for approval, the oldest first. */
export const approvalsSchema = z.object({
  items: z.array(waitingOrderSchema),
  /** How many there are, including those beyond `items`. */
  total: z.int(),
});
export type Approvals = z.infer<typeof approvalsSchema>;

/** GET /api/orders/{reference}/requester: what whoever confirmed the order has ordered besides it. */
export const requesterSpendSchema = z.object({
  /** This month, in UTC. */
  month: z.string(),
  orders: z.int(),
  /** Minor units of the order's currency; null: not known exactly. */
  spent: z.int().nullable(),
});
export type RequesterSpend = z.infer<typeof requesterSpendSchema>;
