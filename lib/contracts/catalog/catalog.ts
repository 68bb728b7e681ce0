import { z } from "zod";
import { FAVOURITE_CHOICES } from "./favouriteLists.ts";
import { productSchema } from "./product.ts";

/** The five filters of the service (docs/service-interface.md §4.2) in the order they are shown. */
export const SERVICE_FILTERS = ["country", "language", "brand", "category", "tag"] as const;
export type ServiceFilter = (typeof SERVICE_FILTERS)[number];

export const catalogSortSchema = z.enum(["relevance", "name", "price", "-price"]);

const valuesSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .pipe(z.array(z.string().min(1).max(200)).max(50))
  .optional();

/** Query of GET /api/catalog/products. If a facet is given several times, any of its values matches. */
export const catalogQuerySchema = z.strictObject({
  q: z.string().max(200).optional(),
  country: valuesSchema,
  language: valuesSchema,
  brand: valuesSchema,
  category: valuesSchema,
  tag: valuesSchema,
  currency: valuesSchema,
  denomination: z.enum(["fixed", "open"]).optional(),
  /**
   * The price range, inclusive, in major units as people write them (`25`, `25,50`). Needs one currency: the chosen one, or the
   * only one of the catalog. An open product matches if one of its amounts is in the range.
   */
  minPrice: z.string().max(200).optional(),
  maxPrice: z.string().max(200).optional(),
  /** Only favourites: the member's own, the team's, or both. */
  favourites: z.enum(FAVOURITE_CHOICES).optional(),
  sort: catalogSortSchema.optional(),
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(200).default(60),
});
export type CatalogQuery = z.infer<typeof catalogQuerySchema>;
/** A view of the catalog: the query without its page. */
export type CatalogView = Omit<CatalogQuery, "skip" | "take">;

export const facetCountSchema = z.object({ value: z.string(), label: z.string(), count: z.int() });
export const facetsSchema = z.object({
  country: z.array(facetCountSchema),
  language: z.array(facetCountSchema),
  brand: z.array(facetCountSchema),
  category: z.array(facetCountSchema),
  tag: z.array(facetCountSchema),
  currency: z.array(facetCountSchema),
  denomination: z.array(facetCountSchema),
});
export type FacetCount = z.infer<typeof facetCountSchema>;
export type Facets = z.infer<typeof facetsSchema>;

/** Price steps of one currency, from `min` to `max` (minor units, both included; null for no bound), with how many products each would show. */
export const priceFacetSchema = z.object({
  /** Null if prices cannot be compared: there are several currencies, and not exactly one is chosen. */
  currency: z.string().nullable(),
  steps: z.array(z.object({ min: z.int().nullable(), max: z.int().nullable(), count: z.int() })),
});
export type PriceFacet = z.infer<typeof priceFacetSchema>;

/** Progress of the first sync run, until it is complete. */
export const catalogProgressSchema = z.object({ seen: z.int(), total: z.int().nullable() });

export const catalogPageSchema = z.object({
  items: z.array(productSchema),
  total: z.int(),
  /** How many products the catalog has. */
  of: z.int(),
  facets: facetsSchema,
  price: priceFacetSchema,
  /** How many favourites match the other filters: the member's own and the team's. */
  favourites: z.object({ mine: z.int(), team: z.int() }),
  /** Those of `items` that the team has recently ordered, and when. */
  recentlyOrdered: z.array(z.object({ productId: z.int(), at: z.iso.datetime() })),
  /** Facets for which no product has a value: only the service can filter by them (docs/service-interface.md §11). */
  askedFacets: z.array(z.enum(SERVICE_FILTERS)),
  /** When the last complete sync run ended; null before the first. */
  asOf: z.iso.datetime().nullable(),
  /** True if the last sync run failed or the next one is overdue; `staleReason` is a sentence that says why. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
  progress: catalogProgressSchema.nullable(),
});
export type CatalogPage = z.infer<typeof catalogPageSchema>;
