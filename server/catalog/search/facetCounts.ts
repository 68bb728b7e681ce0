import { type FavouriteIds } from "#lib/catalog/favourites/favourites.ts";
import { FAVOURITE_LISTS, type FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import { chosenValues, type Facet } from "#lib/catalog/filters/facets.ts";
import { priceSteps, STEPS_LIMIT } from "#lib/catalog/filters/priceRange.ts";
import { facetLabel } from "#lib/catalog/filters/labels.ts";
import type { CatalogView, FacetCount, PriceFacet } from "#lib/contracts/catalog/catalog.ts";
import { bitOf, PRICE_BIT, priceCurrency, type FilteredCatalog } from "./applyFilters.ts";
import { codeOf, type FacetColumn, type SearchIndex } from "./searchIndex.ts";

/** A facet lists at most this many values: the most frequent ones, and those chosen. */
export const FACET_LIST_LIMIT = 300;
const NONE = new Uint32Array();

/** The values of a facet, each with the number of products that choosing it would show, most frequent first. */
export function countFacet(
  index: SearchIndex,
  view: CatalogView,
  filtered: FilteredCatalog,
  facet: Facet,
): FacetCount[] {
  const column = index.facets[facet];
  const chosen = chosenValues(view, facet);
  if (filtered.isUnfiltered) return listValues(facet, column, column.totals, chosen);
  const counts = new Uint32Array(column.names.length);
  addCounts(counts, column, filtered.matches);
  addCounts(counts, column, filtered.failingOnly.get(bitOf(facet)) ?? NONE);
  return listValues(facet, column, counts, chosen);
}

function addCounts(counts: Uint32Array, column: FacetColumn, ordinals: Uint32Array): void {
  const { starts, values, isSingle } = column;
  if (isSingle) {
    for (const ordinal of ordinals) {
      const code = values[ordinal] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return;
  }
  for (const ordinal of ordinals) {
    const end = starts[ordinal + 1] ?? 0;
    for (let at = starts[ordinal] ?? 0; at < end; at += 1) {
      const code = values[at] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
}

function listValues(
  facet: Facet,
  column: FacetColumn,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetCount[] {
  const chosenNames = new Set(chosen);
  const listed = column.names.flatMap((value, code) => {
    const count = counts[code] ?? 0;
    return count > 0 || chosenNames.has(value) ? [{ value, label: column.labels[code] ?? value, count }] : [];
  });
  // A chosen value is listed even if no product has it, so that it can be removed.
  for (const value of chosen)
    if (!column.names.includes(value)) listed.push({ value, label: facetLabel(facet, value), count: 0 });
  listed.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return listed.filter(({ value }, position) => position < FACET_LIST_LIMIT || chosenNames.has(value));
}

/** The price steps with their counts, if prices can be compared. An open product counts in every step that its range overlaps. */
export function countPrices(index: SearchIndex, view: CatalogView, filtered: FilteredCatalog): PriceFacet {
  const currency = priceCurrency(index, view);
  if (currency === null) return { currency, steps: [] };
  const counts = countStepSets(index, currency, [
    filtered.matches,
    filtered.failingOnly.get(PRICE_BIT) ?? NONE,
  ]);
  const steps = priceSteps(index.prices.edges.get(currency) ?? []).map((step, at) => ({
    ...step,
    count: counts.reduce((sum, count, stepSet) => ((stepSet >> at) & 1 ? sum + count : sum), 0),
  }));
  return { currency, steps };
}

/** How many products of a currency overlap each set of steps; a set is written as bits. */
function countStepSets(index: SearchIndex, name: string, groups: readonly Uint32Array[]): Uint32Array {
  const { currency } = index.facets;
  const { steps } = index.prices;
  const wanted = currency.names.indexOf(name);
  const counts = new Uint32Array(1 << STEPS_LIMIT);
  for (const ordinals of groups) {
    for (const ordinal of ordinals) {
      const code = currency.isSingle ? currency.values[ordinal] : codeOf(currency, ordinal);
      if (code !== wanted) continue;
      const stepSet = steps[ordinal] ?? 0;
      counts[stepSet] = (counts[stepSet] ?? 0) + 1;
    }
  }
  return counts;
}

/** How many products of each list match, without those that have left the catalog. */
export function countFavourites(
  { ordinalOf }: SearchIndex,
  { failedFilters }: FilteredCatalog,
  ids: FavouriteIds,
): Record<FavouriteList, number> {
  const counts = { mine: 0, team: 0 };
  for (const list of FAVOURITE_LISTS) {
    for (const id of ids[list]) {
      const ordinal = ordinalOf.get(id);
      if (ordinal !== undefined && failedFilters[ordinal] === 0) counts[list] += 1;
    }
  }
  return counts;
}
