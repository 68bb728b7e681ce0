import { z } from "zod";

/**
 * A catalog product as the reader returns it: the service's own field names (docs/service-interface.md §2.1), and the facets that
 * were found. Amounts are in minor units of `currencyCode`.
 */
export const productSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** Of ISO 4217 in upper case; another one as the service writes it. */
  currencyCode: z.string().nullable(),
  /** As the service writes it, where that differs: an order repeats it. */
  currencySpelling: z.string().optional(),
  countryCode: z.string().nullable(),
  /** The service's own value; anything but `open` is fixed (docs/service-interface.md §11). */
  denominationType: z.string().nullable(),
  denomination: z.enum(["fixed", "open"]),
  /** Fixed products: the one price. */
  price: z.int().nullable(),
  denominationMinValue: z.int().nullable(),
  denominationMaxValue: z.int().nullable(),
  denominationStep: z.int().nullable(),
  denominationDefaultValue: z.int().nullable(),
  languages: z.array(z.string()),
  brands: z.array(z.string()),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
});
export type Product = z.infer<typeof productSchema>;

/** A product id as part of an address. */
export const productIdTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "Enter a product ID: a whole number above zero.")
  .transform(Number)
  .pipe(z.int());

/** One field that differs from the stored product. Values as in `product`. */
export const productChangeSchema = z.object({
  field: productSchema.keyof(),
  before: z.unknown(),
  after: z.unknown(),
});
export type ProductChange = z.infer<typeof productChangeSchema>;

/** A product with its raw record, for the fields that are not documented. */
export const productDetailSchema = productSchema.extend({
  raw: z.unknown(),
  asOf: z.iso.datetime(),
  /** True if the service did not answer and this is the product as last seen; `staleReason` says why. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
  /** The differences from the stored product, which has been updated. */
  changes: z.array(productChangeSchema),
});
export type ProductDetail = z.infer<typeof productDetailSchema>;
