import { z } from "zod";
import { productSchema } from "./product.ts";

/** What a product cost, and whether it was offered, until the next point. Amounts are in minor units of `currencyCode`. */
export const pricePointSchema = productSchema
  .pick({
    currencyCode: true,
    denomination: true,
    price: true,
    denominationMinValue: true,
    denominationMaxValue: true,
    denominationStep: true,
  })
  .extend({
    /** When the change was found; null: how it was before the first change that is kept. */
    at: z.iso.datetime().nullable(),
    offered: z.boolean(),
  });
export type PricePoint = z.infer<typeof pricePointSchema>;

/** GET /api/catalog/products/{productId}/prices: the oldest first, without those that differ in nothing. Empty if nothing is known. */
export const priceHistorySchema = z.object({
  points: z.array(pricePointSchema),
  /** From when on changes are recorded; null before the first complete sync run. */
  recordedSince: z.iso.datetime().nullable(),
});
export type PriceHistory = z.infer<typeof priceHistorySchema>;
