import { z } from "zod";
import { catalogQuerySchema } from "./catalog.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";

const viewNameSchema = nameText("Enter a name for the view.");
const catalogViewSchema = catalogQuerySchema.omit({ skip: true, take: true });

/** POST /api/catalog/views. `shared`: for the whole team. */
export const saveViewRequestSchema = z.strictObject({
  name: viewNameSchema,
  view: catalogViewSchema,
  shared: z.boolean(),
});
/** The request as it is sent, before names are tidied. */
export type SaveViewRequest = z.input<typeof saveViewRequestSchema>;

/** PATCH /api/catalog/views/{viewId}: another name, or another view under the same name. */
export const changeViewRequestSchema = z
  .strictObject({ name: viewNameSchema.optional(), view: catalogViewSchema.optional() })
  .refine(({ name, view }) => name !== undefined || view !== undefined, "Say what to change: name or view.");
export type ChangeViewRequest = z.input<typeof changeViewRequestSchema>;

export const viewAddressSchema = z.object({ viewId: z.uuid() });

export const savedViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The view as the page's address writes it. */
  query: z.string(),
  shared: z.boolean(),
  /** The name of the member who saved it. */
  savedBy: z.string(),
  /** Whether this member may rename, change and delete it. */
  mayChange: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** GET /api/catalog/views, by name. */
export const savedViewsPageSchema = z.object({ views: z.array(savedViewSchema) });
export type SavedViewsPage = z.infer<typeof savedViewsPageSchema>;
