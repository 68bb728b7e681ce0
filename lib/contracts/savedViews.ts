import { z } from "zod";
import { tidyViewName, VIEW_NAME_LIMIT, viewNameKey } from "./viewName.ts";
import { catalogQuery } from "./catalog.ts";

const viewName = z
  .string()
  .transform(tidyViewName)
  .pipe(
    z
      .string()
      .refine((name) => viewNameKey(name) !== "", "Give the view a name.")
      .max(VIEW_NAME_LIMIT, `Write at most ${VIEW_NAME_LIMIT} characters.`),
  );
const catalogView = catalogQuery.omit({ skip: true, take: true });

/** POST /api/catalog/views. `shared`: for the whole team. */
export const saveViewRequest = z.strictObject({ name: viewName, view: catalogView, shared: z.boolean() });
/** As it is sent, before the names are tidied. */
export type SaveViewRequest = z.input<typeof saveViewRequest>;

/** PATCH /api/catalog/views/{viewId}: another name, or another view under the same name. */
export const changeViewRequest = z
  .strictObject({ name: viewName.optional(), view: catalogView.optional() })
  .refine(({ name, view }) => name !== undefined || view !== undefined, "Say what to change: name or view.");
export type ChangeViewRequest = z.input<typeof changeViewRequest>;

export const viewAddress = z.object({ viewId: z.uuid() });

export const savedView = z.object({
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
export type SavedView = z.infer<typeof savedView>;

/** GET /api/catalog/views, by name. */
export const savedViewsPage = z.object({ views: z.array(savedView) });
export type SavedViewsPage = z.infer<typeof savedViewsPage>;
