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
   * The price range, both ends included, in major units as people write them (`25`, `25,50`). Needs one currency: the chosen one, or
   * the only one of the catalog. An open product matches when one of its amounts is in the range.
   */
  minPrice: z.string().max(200).optional(),
  maxPrice: z.string().max(200).optional(),
  /** Only favourites: the member's own, the team's, or both. */
  favourites: z.enum(FAVOURITE_CHOICES).optional(),
  sort: catalogSort.optional(),
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(200).default(60),
});
export type CatalogQuery = z.infer<typeof catalogQuery>;
/** A view of the catalog: the query without its page. */
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

/** Price steps of one currency, from `min` to `max` (minor units, both included; null for no bound), with how many products each would show. */
export const priceFacet = z.object({
  /** Null when prices cannot be compared: there are several currencies, and not exactly one is chosen. */
  currency: z.string().nullable(),
  steps: z.array(z.object({ min: z.int().nullable(), max: z.int().nullable(), count: z.int() })),
});
export type PriceFacet = z.infer<typeof priceFacet>;

/** Progress of the first sync run, until it is complete. */
export const catalogProgress = z.object({ seen: z.int(), total: z.int().nullable() });

export const catalogPage = z.object({
  items: z.array(product),
  total: z.int(),
  facets,
  price: priceFacet,
  /** How many favourites match the other filters: the member's own and the team's. */
  favourites: z.object({ mine: z.int(), team: z.int() }),
  /** Those of `items` that the team ordered lately, and when last. */
  recentlyOrdered: z.array(z.object({ productId: z.int(), at: z.iso.datetime() })),
  /** Facets of which no product has a value: only the service can filter by them (docs/service-interface.md §11). */
  askedFacets: z.array(z.enum(SERVICE_FILTERS)),
  /** When the last complete sync run ended; null before the first. */
  asOf: z.iso.datetime().nullable(),
  /** True when the last sync run failed or the next one is overdue; `staleReason` is a sentence that says why. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
  progress: catalogProgress.nullable(),
});
export type CatalogPage = z.infer<typeof catalogPage>;
