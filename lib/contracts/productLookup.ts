import { z } from "zod";
import { productSchema } from "./product.ts";

/** What one look-up of products may ask for, and how many products one name is answered with. */
export const LOOKUP_LIMITS = { ids: 1_000, names: 200, name: 400, country: 60, matches: 50 };

/** POST /api/catalog/lookup: products by id, and by name where a table has no ids. */
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
  /** Those of `ids` that the catalog holds. */
  products: z.array(productSchema),
  /**
   * For each of `names`, in their order, the products that hold all its words, those first whose name has no others; those of its
   * country where there are any. `total` counts all of them, also beyond the ones given.
   */
  names: z.array(z.object({ products: z.array(productSchema), total: z.int() })),
});
export type ProductLookupResult = z.infer<typeof productLookupResultSchema>;
