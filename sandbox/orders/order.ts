import { z } from "zod";
import { BEHAVIOURS, type Behaviour } from "#sandbox/catalog/behaviours.ts";

/** Orders of a scenario that was removed count as ordinary ones, so that old journals stay readable. */
const behaviourSchema = z
  .string()
  .refine((name): name is Behaviour => Object.hasOwn(BEHAVIOURS, name))
  .nullable()
  .catch(null);

/** An order as the service keeps it. Amounts in minor units, times in epoch milliseconds. */
export const storedOrderSchema = z.object({
  orderId: z.int(),
  externalOrderCode: z.string(),
  currency: z.string(),
  price: z.int(),
  lines: z.array(
    z.object({
      productId: z.int(),
      price: z.int(),
      quantity: z.int(),
      CountryCode: z.string().optional(),
    }),
  ),
  createdAt: z.number(),
  readyAt: z.number(),
  visibleAt: z.number(),
  /** Determines the codes, so that they are the same each time. */
  seed: z.string(),
  behaviour: behaviourSchema,
});
export type StoredOrder = z.infer<typeof storedOrderSchema>;

/** What the control interface decided about an order, over its scenario. */
export const overrideSchema = z.object({
  externalOrderCode: z.string(),
  readyAt: z.number().optional(),
  delivered: z.int().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
});
export type Override = z.infer<typeof overrideSchema>;

export function orderedCount(order: StoredOrder): number {
  return order.lines.reduce((sum, line) => sum + line.quantity, 0);
}
