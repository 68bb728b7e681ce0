import { z } from "zod";

/**
 * What the service shows under the reference of an order that was placed here, where that is not what was confirmed. Without codes:
 * only how many there are of each product.
 */
export const otherOrderSchema = z.object({
  orderId: z.string().nullable(),
  externalOrderCode: z.string().nullable(),
  /** The service's status word, verbatim. */
  statusName: z.string().nullable(),
  currency: z.string().nullable(),
  /** Order total, minor units. */
  price: z.int().nullable(),
  /** The first of its lines. */
  lines: z.array(
    z.object({
      productId: z.int().nullable(),
      quantity: z.int().nullable(),
      price: z.int().nullable(),
    }),
  ),
  codes: z.array(z.object({ productId: z.int().nullable(), count: z.int() })),
  differences: z.array(z.object({ key: z.string(), text: z.string() })),
});
export type OtherOrder = z.infer<typeof otherOrderSchema>;
