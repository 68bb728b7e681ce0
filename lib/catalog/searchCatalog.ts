import type { CatalogView, Facets, PriceFacet } from "#lib/contracts/catalog.ts";
import { countFacet, countPrices } from "./facetCounts.ts";
import type { Facet } from "./facets.ts";
import { matchText } from "./matchText.ts";
import { narrow, type AskedFacets, type Narrowed } from "./narrow.ts";
import type { SearchIndex } from "./searchIndex.ts";

export type SearchResult = {
  /** Places in the index, in the order asked for. */
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
  if (view.sort === "price") return shownOf(index.byPrice, narrowed);
  if (view.sort === "-price") {
    const order = index.byPrice.slice();
    order.subarray(0, index.priced).reverse();
    return shownOf(order, narrowed);
  }
  // Places are in the order of names. A copy: what is narrowed lasts until the next search only.
  if (view.sort === "name" || fit === null) return narrowed.shown.slice();
  return byRelevance(narrowed.shown, fit);
}

/** A loop, as `filter` would call a function for each. */
function shownOf(order: Uint32Array, { shown, failures }: Narrowed): Uint32Array {
  const places = new Uint32Array(shown.length);
  let count = 0;
  for (const place of order) if (failures[place] === 0) places[count++] = place;
  return places;
}

/** Best fit first, equal ones as they were: a counting sort, as a fit is one byte. */
function byRelevance(places: Uint32Array, fit: Uint8Array): Uint32Array {
  const begins = new Uint32Array(257);
  for (const place of places) {
    const bucket = 256 - (fit[place] ?? 0);
    begins[bucket] = (begins[bucket] ?? 0) + 1;
  }
  for (let value = 1; value < 257; value += 1)
    begins[value] = (begins[value] ?? 0) + (begins[value - 1] ?? 0);
  const order = new Uint32Array(places.length);
  for (const place of places) {
    const bucket = 255 - (fit[place] ?? 0);
    const at = begins[bucket] ?? 0;
    order[at] = place;
    begins[bucket] = at + 1;
  }
  return order;
}
