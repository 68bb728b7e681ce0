import { z } from "zod";
import { FAVOURITE_CHOICES } from "./favouriteLists.ts";
import { product } from "./product.ts";

/** The five filters of the service (docs/service-interface.md §4.2) in the order they are shown. */
export const SERVICE_FILTERS = ["country", "language", "brand", "category", "tag"] as const;
export type ServiceFilter = (typeof SERVICE_FILTERS)[number];

export const catalogSort = z.enum(["relevance", "name", "price", "-price"]);

const values = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .pipe(z.array(z.string().min(1).max(200)).max(50))
  .optional();

/** Query of GET /api/catalog/products. A facet may be given several times: any of its values matches. */
export const catalogQuery = z.strictObject({
  q: z.string().max(200).optional(),
  country: values,
  language: values,
  brand: values,
  category: values,
  tag: values,
  currency: values,
  denomination: z.enum(["fixed", "open"]).optional(),
  /**
   * Prices from and to, both included, in major units as people write them (`25`, `25,50`). Needs one currency: the one that is
   * chosen, or the only one of the catalog. An open product fits when one may pay an amount between them.
   */
  minPrice: z.string().max(200).optional(),
  maxPrice: z.string().max(200).optional(),
  /** Only products that were marked: by this member, for the team, or either. */
  favourites: z.enum(FAVOURITE_CHOICES).optional(),
  sort: catalogSort.optional(),
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(200).default(60),
});
export type CatalogQuery = z.infer<typeof catalogQuery>;
/** What a view of the catalog is made of: the query without its window. */
export type CatalogView = Omit<CatalogQuery, "skip" | "take">;

export const facetCount = z.object({ value: z.string(), label: z.string(), count: z.int() });
export const facets = z.object({
  country: z.array(facetCount),
  language: z.array(facetCount),
  brand: z.array(facetCount),
  category: z.array(facetCount),
  tag: z.array(facetCount),
  currency: z.array(facetCount),
  denomination: z.array(facetCount),
});
export type FacetCount = z.infer<typeof facetCount>;
export type Facets = z.infer<typeof facets>;

/** The prices of one currency in steps, from `min` to `max` (minor units, both included; null: no bound), with how many products choosing one would show. */
export const priceFacet = z.object({
  /** Null when prices cannot be compared: several currencies, and not one of them chosen. */
  currency: z.string().nullable(),
  steps: z.array(z.object({ min: z.int().nullable(), max: z.int().nullable(), count: z.int() })),
});
export type PriceFacet = z.infer<typeof priceFacet>;

/** Progress of the first synchronisation, while there is nothing complete to show yet. */
export const catalogProgress = z.object({ seen: z.int(), total: z.int().nullable() });

export const catalogPage = z.object({
  items: z.array(product),
  total: z.int(),
  facets,
  price: priceFacet,
  /** How many favourites the other choices leave: one's own and the team's. */
  favourites: z.object({ mine: z.int(), team: z.int() }),
  /** Those of `items` that the team ordered lately, and when last. */
  recentlyOrdered: z.array(z.object({ productId: z.int(), at: z.iso.datetime() })),
  /** Facets whose values no product carries: a choice there is answered by asking the service (docs/service-interface.md §11). */
  askedFacets: z.array(z.enum(SERVICE_FILTERS)),
  /** When the last complete pass over the service's catalog ended; null before the first. */
  asOf: z.iso.datetime().nullable(),
  /** True when the last pass failed or is overdue; `staleReason` says why in words. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
  progress: catalogProgress.nullable(),
});
export type CatalogPage = z.infer<typeof catalogPage>;
