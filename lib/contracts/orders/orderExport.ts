import { z } from "zod";
import { orderFilterSchema, orderSummarySchema } from "./order.ts";
import { ORDER_SORTS } from "./orderSort.ts";

/** Most orders in one file: a workbook is built in memory. */
export const EXPORT_LIMITS = { csv: 100_000, xlsx: 20_000 };

/**
 * POST /api/orders/export: a page of the orders that match a filter, or all of a selection. An export is recorded once, with its
 * first page.
 */
export const exportOrdersRequestSchema = z.strictObject({
  format: z.enum(["csv", "xlsx"]),
  chosen: z.union([
    z.strictObject({ filter: orderFilterSchema, sort: z.enum(ORDER_SORTS).default("newest") }),
    z.strictObject({ references: z.array(z.string().min(1).max(500)).min(1).max(1_000) }),
  ]),
  cursor: z.string().max(200).nullable(),
});
export type ExportOrdersRequest = z.input<typeof exportOrdersRequestSchema>;

/** An order as it is listed in a file. Never contains a code. */
export const exportedOrderSchema = orderSummarySchema.extend({
  /** "2 × Orbit Gift Card", one for each line. */
  products: z.array(z.string()),
  note: z.string().nullable(),
});
export type ExportedOrder = z.infer<typeof exportedOrderSchema>;

export const exportPageSchema = z.object({
  items: z.array(exportedOrderSchema),
  nextCursor: z.string().nullable(),
});
export type ExportPage = z.infer<typeof exportPageSchema>;
