import type { CatalogView, FacetCount, PriceFacet } from "#lib/contracts/catalog.ts";
import type { Facet } from "#lib/catalog/filters/facets.ts";
import { facetLabel } from "#lib/catalog/labels.ts";
import { bitOf, chosenValues, failingOnly, PRICE_BIT, priceCurrency, type Narrowed } from "./applyFilters.ts";
import { countSteps } from "#lib/catalog/filters/priceChoice.ts";
import type { FacetColumn, SearchIndex } from "./searchIndex.ts";

/** More values than this are not listed: the chosen ones and the most frequent are. */
export const FACET_LIST_LIMIT = 300;

/** The values of a facet with how many products choosing them would show, most frequent first. */
export function countFacet(
  index: SearchIndex,
  view: CatalogView,
  narrowed: Narrowed,
  facet: Facet,
): FacetCount[] {
  const column = index.facets[facet];
  const chosen = chosenValues(view, facet);
  if (narrowed.isEverything) return listFacet(facet, column, column.totals, chosen);
  const counts = new Uint32Array(column.names.length);
  addCounts(counts, column, narrowed.shown);
  if (chosen.length > 0) addCounts(counts, column, failingOnly(narrowed, bitOf(facet)));
  return listFacet(facet, column, counts, chosen);
}

/** The steps of prices with their counts, where prices can be compared. */
export function countPrices(index: SearchIndex, view: CatalogView, narrowed: Narrowed): PriceFacet {
  const currency = priceCurrency(index, view);
  if (currency === null) return { currency, steps: [] };
  return {
    currency,
    steps: countSteps(index, currency, [narrowed.shown, failingOnly(narrowed, PRICE_BIT)]),
  };
}

function addCounts(counts: Uint32Array, column: FacetColumn, places: Uint32Array): void {
  const { starts, values, isSingle } = column;
  if (isSingle) {
    for (const place of places) {
      const code = values[place] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return;
  }
  for (const place of places) {
    const end = starts[place + 1] ?? 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) {
      const code = values[at] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
}

function listFacet(
  facet: Facet,
  column: FacetColumn,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetCount[] {
  const kept = new Set(chosen);
  const listed = column.names.flatMap((value, code) => {
    const count = counts[code] ?? 0;
    return count > 0 || kept.has(value) ? [{ value, label: column.labels[code] ?? value, count }] : [];
  });
  // What was chosen stays in the list even where nothing carries it, so that it can be taken back.
  for (const value of chosen)
    if (!column.names.includes(value)) listed.push({ value, label: facetLabel(facet, value), count: 0 });
  listed.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return listed.filter(({ value }, position) => position < FACET_LIST_LIMIT || kept.has(value));
}
