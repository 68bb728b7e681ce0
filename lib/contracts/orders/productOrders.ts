import { z } from "zod";
import { orderSummarySchema } from "./order.ts";

/** What one order contains of a product. Amounts are in minor units of the order's `currency`. */
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
    /** Over all of the order's lines with this product; null if a line does not say. */
    quantity: z.int().nullable(),
    /** Null if lines differ or do not say. */
    unitPrice: z.int().nullable(),
    /** This product's part of the order's total; null if a line does not say. */
    total: z.int().nullable(),
  });
export type ProductOrder = z.infer<typeof productOrderSchema>;

/** GET /api/catalog/products/{productId}/orders: the latest orders that contain the product, newest first. */
export const productOrdersSchema = z.object({
  items: z.array(productOrderSchema),
  total: z.int(),
  /** Whether there are more than `total`; counting stops there. */
  moreThanTotal: z.boolean(),
});
export type ProductOrders = z.infer<typeof productOrdersSchema>;
