import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";

const viewNameSchema = nameText("Enter a name for the view.");
/** The view as the page's address writes it. */
const viewQuerySchema = z.string().max(2_000);

/** POST /api/orders/views. */
export const saveOrderViewRequestSchema = z.strictObject({ name: viewNameSchema, query: viewQuerySchema });
export type SaveOrderViewRequest = z.input<typeof saveOrderViewRequestSchema>;

/** PATCH /api/orders/views/{viewId}: another name, or another view under the same name. */
export const changeOrderViewRequestSchema = z
  .strictObject({ name: viewNameSchema.optional(), query: viewQuerySchema.optional() })
  .refine(
    ({ name, query }) => name !== undefined || query !== undefined,
    "Say what to change: name or query.",
  );
export type ChangeOrderViewRequest = z.input<typeof changeOrderViewRequestSchema>;

export const orderViewAddressSchema = z.strictObject({ viewId: z.uuid() });

const orderListViewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type OrderListView = z.infer<typeof orderListViewSchema>;

/** GET /api/orders/views: the member's own, by name. */
export const orderListViewsSchema = z.object({ views: z.array(orderListViewSchema) });
export type OrderListViews = z.infer<typeof orderListViewsSchema>;
