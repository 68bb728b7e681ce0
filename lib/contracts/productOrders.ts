import { z } from "zod";
import { orderSummarySchema } from "./order.ts";

/** What one order holds of a product. Amounts are minor units of the order's `currency`. */
export const productOrderSchema = orderSummarySchema
  .pick({
    externalOrderCode: true,
    orderId: true,
    state: true,
    currency: true,
    placedBy: true,
    createdAt: true,
  })
  .extend({
    /** Over all of the order's lines of this product; null where a line does not tell. */
    quantity: z.int().nullable(),
    /** Null where lines differ, or do not tell. */
    unitPrice: z.int().nullable(),
    /** What this product makes of the order's total; null where a line does not tell. */
    total: z.int().nullable(),
  });
export type ProductOrder = z.infer<typeof productOrderSchema>;

/** GET /api/catalog/products/{productId}/orders: the last orders that hold the product, newest first. */
export const productOrdersSchema = z.object({
  items: z.array(productOrderSchema),
  total: z.int(),
  /** Whether there are more than `total`: so many are not counted. */
  moreThanTotal: z.boolean(),
});
export type ProductOrders = z.infer<typeof productOrdersSchema>;
