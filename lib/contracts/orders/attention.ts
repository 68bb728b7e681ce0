import { z } from "zod";
import { dismissalSchema } from "#lib/contracts/dismissal.ts";
import { orderSummarySchema } from "./order.ts";
import { ORDER_STATES } from "./orderState.ts";

/** How many orders can be dismissed, or put back, at once. */
export const MOST_DISMISSED_AT_ONCE = 100;

export const attentionOrderSchema = orderSummarySchema.extend({ alarm: z.string().nullable() });
export type AttentionOrder = z.infer<typeof attentionOrderSchema>;

const dismissedOrderSchema = attentionOrderSchema.extend({ dismissal: dismissalSchema });

/** GET /api/attention: the newest orders that a person should know about or act on, and those recently dismissed. */
export const attentionSchema = z.object({
  items: z.array(attentionOrderSchema),
  /** How many there are, including those beyond `items`. */
  /** How many dates of schedules were missed or not ordered, and wait for an answer. */
  scheduleDates: z.int(),
  total: z.int(),
  dismissed: z.array(dismissedOrderSchema),
});
export type Attention = z.infer<typeof attentionSchema>;

/**
 * POST /api/attention. Each order is given with the state and the alarm that the member saw: if one of them has changed since, the
 * order stays on the list.
 */
export const dismissRequestSchema = z.strictObject({
  /** False puts them back on the list. */
  dismissed: z.boolean(),
  orders: z
    .array(
      z.strictObject({
        /** The order reference, or the order ID of an order whose reference is not known. */
        reference: z.string().min(1).max(500),
        state: z.enum(ORDER_STATES),
        /** Absent: a page that was loaded before this existed. */
        alarm: z.string().max(5_000).nullable().optional(),
      }),
    )
    .min(1)
    .max(MOST_DISMISSED_AT_ONCE),
});
export type DismissRequest = z.infer<typeof dismissRequestSchema>;
export const dismissAnswerSchema = z.object({ changed: z.int() });
export type DismissAnswer = z.infer<typeof dismissAnswerSchema>;
