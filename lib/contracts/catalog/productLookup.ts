import { z } from "zod";
import { productSchema } from "./product.ts";

/** The limits of one look-up of products, and how many products are returned for a name. */
export const LOOKUP_LIMITS = { ids: 1_000, names: 200, name: 400, country: 60, matches: 50 };

/** POST /api/catalog/lookup: products by id, and by name for tables without ids. */
export const productLookupSchema = z.strictObject({
  ids: z.array(z.int().positive()).max(LOOKUP_LIMITS.ids),
  names: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(LOOKUP_LIMITS.name),
        /** A code or an English name; empty for any country. */
        country: z.string().max(LOOKUP_LIMITS.country),
      }),
    )
    .max(LOOKUP_LIMITS.names),
});
export type ProductLookup = z.infer<typeof productLookupSchema>;

export const productLookupResultSchema = z.object({
  /** Those of `ids` that are in the catalog. */
  products: z.array(productSchema),
  /**
   * For each of `names`, in their order, the products that contain all its words: first those whose name has no other words;
   * those of its country if there are any. `total` also counts products beyond the returned ones.
   */
  names: z.array(z.object({ products: z.array(productSchema), total: z.int() })),
});
export type ProductLookupResult = z.infer<typeof productLookupResultSchema>;
