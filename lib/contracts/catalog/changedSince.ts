import { z } from "zod";
import { catalogChangeSchema } from "./catalogChanges.ts";

/** What has changed in the catalog, of the products of a draft, template or order, since it was made. */
export const changedSinceSchema = z.object({
  /** When it was made. */
  since: z.iso.datetime(),
  /** How many products differ from what they were then. */
  total: z.int(),
  /** The first of them; what is gone comes first. */
  items: z.array(catalogChangeSchema.pick({ productId: true, kinds: true, before: true, after: true })),
  /** The products that differ, for the list of their changes; the first hundred. */
  productIds: z.array(z.int()),
});
export type ChangedSince = z.infer<typeof changedSinceSchema>;
