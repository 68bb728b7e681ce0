import type { CatalogView, FacetCount, PriceFacet } from "#lib/contracts/catalog.ts";
import type { Facet } from "./facets.ts";
import { countryLabel, DENOMINATION_LABELS, languageLabel } from "./labels.ts";
import { bitOf, chosenValues, PRICE_BIT, priceCurrency, type Narrowed } from "./narrow.ts";
import { countSteps } from "./priceChoice.ts";
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

function failingOnly({ near, failures }: Narrowed, bit: number): Uint32Array {
  return near.filter((place) => failures[place] === bit);
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

const LABEL_OF: Partial<Record<Facet, (value: string) => string>> = {
  country: countryLabel,
  language: languageLabel,
  denomination: (value) => (value === "open" ? DENOMINATION_LABELS.open : DENOMINATION_LABELS.fixed),
};

function listFacet(
  facet: Facet,
  column: FacetColumn,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetCount[] {
  const label = LABEL_OF[facet] ?? ((value: string) => value);
  const kept = new Set(chosen);
  const listed = column.names.flatMap((value, code) => {
    const count = counts[code] ?? 0;
    return count > 0 || kept.has(value) ? [{ value, label: label(value), count }] : [];
  });
  // What was chosen stays in the list even where nothing carries it, so that it can be taken back.
  for (const value of chosen)
    if (!column.names.includes(value)) listed.push({ value, label: label(value), count: 0 });
  listed.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return listed.filter(({ value }, position) => position < FACET_LIST_LIMIT || kept.has(value));
}
