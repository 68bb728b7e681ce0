import { z } from "zod";
import { productIdTextSchema } from "#lib/contracts/catalog/product.ts";

export const stockHistoryAddressSchema = z.strictObject({ productId: productIdTextSchema });

export const STOCK_EVENTS = [
  "came",
  "revealed",
  "exported",
  "handed-out",
  "shown-again",
  "taken-back",
  "disputed",
  "undisputed",
] as const;

/** GET /api/codes/stock/{productId}/history: what happened to the codes of a product, the latest first. Contains no codes. */
export const stockHistorySchema = z.object({
  /** Null: no order of it has a name. */
  productName: z.string().nullable(),
  /** There is more than is listed; the orders' pages have it. */
  hasMore: z.boolean(),
  items: z.array(
    z.object({
      at: z.iso.datetime(),
      event: z.enum(STOCK_EVENTS),
      /** Codes; of an order with several products, all of those that were revealed or exported. */
      count: z.int(),
      /** The order has other products, too, and it is not known how many of the codes were of this one. */
      isOfSeveral: z.boolean(),
      order: z.string(),
      /** Null: the program. */
      by: z.string().nullable(),
    }),
  ),
});
export type StockHistory = z.infer<typeof stockHistorySchema>;
export type StockEvent = StockHistory["items"][number];
