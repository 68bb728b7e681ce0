import type { CatalogView, Facets, PriceFacet } from "#lib/contracts/catalog.ts";
import { countFacet, countPrices } from "./facetCounts.ts";
import type { Facet } from "#lib/catalog/filters/facets.ts";
import { matchText } from "./matchText.ts";
import { narrow, type AskedFacets, type Narrowed } from "./applyFilters.ts";
import { scratchOf } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";

export type SearchResult = {
  /** Places in the index, in the order asked for. Valid until the next search of the same index. */
  places: Uint32Array;
  facets: Facets;
  price: PriceFacet;
};

/**
 * Searches, filters, counts and orders. `asked` holds the ids for choices that products do not carry themselves; of `only` the
 * ids, where given, nothing else is found or counted. A range of prices that cannot be meant is left out: refuse it before.
 */
export function searchCatalog(
  index: SearchIndex,
  view: CatalogView,
  asked: AskedFacets = {},
  only: ReadonlySet<number> | null = null,
): SearchResult {
  const fit = view.q === undefined ? null : matchText(index, view.q);
  const narrowed = narrow(index, view, fit, asked, only);
  const list = (facet: Facet) => countFacet(index, view, narrowed, facet);
  const facets: Facets = {
    country: list("country"),
    language: list("language"),
    brand: list("brand"),
    category: list("category"),
    tag: list("tag"),
    currency: list("currency"),
    denomination: list("denomination"),
  };
  return {
    places: inOrder(index, view, fit, narrowed),
    facets,
    price: countPrices(index, view, narrowed),
  };
}

function inOrder(
  index: SearchIndex,
  view: CatalogView,
  fit: Uint8Array | null,
  narrowed: Narrowed,
): Uint32Array {
  const { ordered } = scratchOf(index);
  if (view.sort === "price" || view.sort === "-price") return byPrice(index, view.sort, narrowed, ordered);
  // Places are in the order of names.
  if (view.sort === "name" || fit === null) return narrowed.shown;
  return byRelevance(narrowed.shown, fit, ordered);
}

/** What has no price comes last, whichever way the others stand. Loops, as `filter` would call a function for each. */
function byPrice(
  { byPrice: order, priced }: SearchIndex,
  sort: "price" | "-price",
  { failures, shown }: Narrowed,
  ordered: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < order.length; at += 1) {
    const place = order[sort === "-price" && at < priced ? priced - 1 - at : at] ?? 0;
    if (failures[place] === 0) ordered[count++] = place;
  }
  return ordered.subarray(0, shown.length);
}

/** Best fit first, equal ones as they were: a counting sort, as a fit is one byte. */
function byRelevance(places: Uint32Array, fit: Uint8Array, ordered: Uint32Array): Uint32Array {
  const begins = new Uint32Array(257);
  for (const place of places) {
    const bucket = 256 - (fit[place] ?? 0);
    begins[bucket] = (begins[bucket] ?? 0) + 1;
  }
  for (let value = 1; value < 257; value += 1)
    begins[value] = (begins[value] ?? 0) + (begins[value - 1] ?? 0);
  for (const place of places) {
    const bucket = 255 - (fit[place] ?? 0);
    const at = begins[bucket] ?? 0;
    ordered[at] = place;
    begins[bucket] = at + 1;
  }
  return ordered.subarray(0, places.length);
}
