import { z } from "zod";

/** How many products the stock lists at most: those with the most codes left. */
export const MOST_STOCKED = 500;

/** GET /api/codes/stock: the codes of all orders by product. Contains no codes. */
export const stockSchema = z.object({
  /** There are more products than `MOST_STOCKED`. */
  hasMore: z.boolean(),
  /** Delivered codes of orders with several products, if the service does not say which product a code belongs to. */
  unassigned: z.int(),
  items: z.array(
    z.object({
      productId: z.int(),
      productName: z.string().nullable(),
      delivered: z.int(),
      handedOut: z.int(),
      disputed: z.int(),
      /** Not handed to anybody, and seen by nobody. */
      untouched: z.int(),
      /** Not handed out, but revealed to a member; those that were exported as well count there. */
      revealed: z.int(),
      /** Not handed out, but part of an exported or printed file. */
      exported: z.int(),
      /** Not handed out, and its last day is over: handed out to nobody any more. */
      expired: z.int(),
      /** The last day (YYYY-MM-DD) of the code that is left and expires first; null if none is known. */
      nextExpiry: z.iso.date().nullable(),
    }),
  ),
});
export type Stock = z.infer<typeof stockSchema>;

/** POST /api/codes/stock/export: the rows of a file of the whole stock, which the browser makes. */
export const exportStockRequestSchema = z.strictObject({ format: z.enum(["csv", "xlsx"]) });
export type ExportStockRequest = z.infer<typeof exportStockRequestSchema>;

/** How many products a file of the stock has at most. */
export const MOST_EXPORTED = 20_000;
