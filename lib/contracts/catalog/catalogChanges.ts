import { z } from "zod";
import { facetsSchema, facetCountSchema, catalogQuerySchema } from "./catalog.ts";
import { AFFECTED_THINGS } from "./changeFilters.ts";
import { CHANGE_KINDS, type RecordedField } from "./changeKinds.ts";
import { instantTextSchema } from "#lib/contracts/text/instantText.ts";
import { productIdTextSchema, productSchema } from "./product.ts";

const MOST_VALUES = 200;

/** One or several values of a parameter. */
function someOf<T extends z.ZodType<string | number>>(value: T) {
  return z.union([value.transform((one) => [one]), z.array(value).max(MOST_VALUES)]).optional();
}

/** The filters of the changes. The facets are those of the catalog: the product as the change left it. */
export const changesFilterSchema = z.strictObject({
  ...catalogQuerySchema.pick({
    q: true,
    country: true,
    language: true,
    brand: true,
    category: true,
    tag: true,
    currency: true,
    denomination: true,
  }).shape,
  kind: someOf(z.enum(CHANGE_KINDS)),
  /** Only changes of products that are among the member's and the team's own. */
  affects: someOf(z.enum(AFFECTED_THINGS)),
  product: someOf(productIdTextSchema),
  /** ISO instants; `from` belongs to the period, `to` no longer. */
  from: instantTextSchema.optional(),
  to: instantTextSchema.optional(),
});
export type ChangesFilter = z.infer<typeof changesFilterSchema>;

/** GET /api/catalog/changes: the newest first. */
export const changesQuerySchema = changesFilterSchema.extend({
  cursor: z
    .string()
    .regex(/^\d{1,14}\.\d{1,16}$/, "Use the cursor of the page before")
    .optional(),
  take: z.coerce.number().int().min(1).max(1_000).default(50),
});
export type ChangesQuery = z.infer<typeof changesQuerySchema>;

/** POST /api/catalog/changes/export: a page of what a filter leaves. An export is recorded once, with its first page. */
export const exportChangesRequestSchema = z.strictObject({
  format: z.enum(["csv", "xlsx"]),
  filter: changesFilterSchema,
  cursor: changesQuerySchema.shape.cursor.unwrap().nullable(),
});
export type ExportChangesRequest = z.input<typeof exportChangesRequestSchema>;

const recordedFieldsSchema = productSchema.pick({
  name: true,
  currencyCode: true,
  countryCode: true,
  denomination: true,
  price: true,
  denominationMinValue: true,
  denominationMaxValue: true,
  denominationStep: true,
  denominationDefaultValue: true,
} satisfies Record<RecordedField, true>);

export const catalogChangeSchema = z.object({
  /** Larger for later changes. */
  id: z.int(),
  productId: z.int(),
  /** When the sync run that found it was complete. */
  foundAt: z.iso.datetime(),
  kinds: z.array(z.enum(CHANGE_KINDS)),
  /** The earlier values of the fields that changed. Amounts are in minor units of `before.currencyCode`, else of `after.currencyCode`. */
  before: recordedFieldsSchema.partial(),
  /** All fields as found; of a product that is gone, as they were last. */
  after: recordedFieldsSchema,
  affects: z.array(z.enum(AFFECTED_THINGS)),
});
export type CatalogChange = z.infer<typeof catalogChangeSchema>;

export const changesPageSchema = z.object({
  items: z.array(catalogChangeSchema),
  nextCursor: z.string().nullable(),
  /** When the first sync run was complete, from which on changes are recorded; null before it. */
  recordedSince: z.iso.datetime().nullable(),
  /** When the latest complete sync run saw too few products to record changes; null if it recorded them. */
  tooFewSeen: z.object({ at: z.iso.datetime(), seen: z.int() }).nullable(),
  /** When the latest sync run was interrupted; null if it was not. */
  interruptedAt: z.iso.datetime().nullable(),
});
export type ChangesPage = z.infer<typeof changesPageSchema>;

/** GET /api/catalog/changes/facets: how many changes each choice would show, of the newest that match. */
export const changesFacetsSchema = facetsSchema.extend({
  kind: z.array(facetCountSchema.extend({ value: z.enum(CHANGE_KINDS) })),
  affects: z.array(facetCountSchema.extend({ value: z.enum(AFFECTED_THINGS) })),
});
export type ChangesFacets = z.infer<typeof changesFacetsSchema>;
