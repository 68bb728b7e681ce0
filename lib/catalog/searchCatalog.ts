import type { CatalogView, FacetCount, Facets, PriceFacet } from "#lib/contracts/catalog.ts";
import { FACETS, type Facet } from "./facets.ts";
import { countryLabel, DENOMINATION_LABELS, languageLabel } from "./labels.ts";
import { matchText } from "./matchText.ts";
import { countSteps, rangeChoice } from "./priceChoice.ts";
import { judgeRange, rangeCurrency } from "./priceRange.ts";
import type { FacetColumn, SearchIndex } from "./searchIndex.ts";

/** More values than this are not listed: the chosen ones and the most frequent are. */
export const FACET_LIST_LIMIT = 300;

/** Which products fit a choice that the index cannot answer: ids the service gave for one of its filters. */
export type AskedFacets = Partial<Record<Facet, ReadonlySet<number>>>;

export type SearchResult = {
  /** Places in the index, in the order asked for. */
  places: Uint32Array;
  facets: Facets;
  price: PriceFacet;
};

/** The bit of the range of prices, after those of the facets. */
const PRICE_BIT = 1 << FACETS.length;
/** What does not fit the words fails all that one can choose, also what is still to come. */
const ALL_BITS = 0xffff;

/** Whether each product fits one facet's choice. */
type Choice = { bit: number; fits: Uint8Array };

function choiceOf(index: SearchIndex, facet: Facet, chosen: readonly string[]): Uint8Array {
  const column = index.facets[facet];
  const wanted = new Uint8Array(column.names.length);
  const asked = new Set(chosen);
  column.names.forEach((name, code) => {
    if (asked.has(name)) wanted[code] = 1;
  });
  const fits = new Uint8Array(index.size);
  for (let place = 0; place < index.size; place += 1) {
    const end = column.starts[place + 1] ?? 0;
    for (let at = column.starts[place] ?? 0; at < end; at += 1) {
      if (wanted[column.values[at] ?? 0] === 1) fits[place] = 1;
    }
  }
  return fits;
}

function askedChoice(index: SearchIndex, ids: ReadonlySet<number>): Uint8Array {
  const fits = new Uint8Array(index.size);
  for (const id of ids) {
    const place = index.placeOf.get(id);
    if (place !== undefined) fits[place] = 1;
  }
  return fits;
}

export function chosenValues(view: CatalogView, facet: Facet): readonly string[] {
  const chosen = view[facet];
  return chosen === undefined ? [] : typeof chosen === "string" ? [chosen] : chosen;
}

/** The currency that prices of this view are compared in; null when there are several, or none. */
export function priceCurrency(index: SearchIndex, view: CatalogView): string | null {
  return rangeCurrency(chosenValues(view, "currency"), index.facets.currency.names);
}

function choicesOf(index: SearchIndex, view: CatalogView, asked: AskedFacets): Choice[] {
  const judged = judgeRange(view, priceCurrency(index, view));
  const range = judged.ok && judged.range ? rangeChoice(index, judged.range) : null;
  const chosenFacets = FACETS.flatMap((facet, position) => {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0) return [];
    const ids = asked[facet];
    return [{ bit: 1 << position, fits: ids ? askedChoice(index, ids) : choiceOf(index, facet, chosen) }];
  });
  return range === null ? chosenFacets : [...chosenFacets, { bit: PRICE_BIT, fits: range }];
}

/**
 * For each product the set of choices it fails, as bits: 0 is shown; exactly one counts for that facet's own list, whose
 * numbers say what choosing another value there would show; products that do not fit the words fail everything.
 */
function failuresOf(index: SearchIndex, fit: Uint8Array | null, choices: readonly Choice[]): Uint16Array {
  const failures = new Uint16Array(index.size);
  for (const { bit, fits } of choices) {
    for (let place = 0; place < index.size; place += 1) {
      if (fits[place] === 0) failures[place] = (failures[place] ?? 0) | bit;
    }
  }
  if (fit !== null) {
    for (let place = 0; place < index.size; place += 1) if (fit[place] === 0) failures[place] = ALL_BITS;
  }
  return failures;
}

/** What is not among the fitting ones is neither found nor counted, whatever is chosen besides. */
function failAllBut(failures: Uint16Array, fits: Uint8Array): void {
  for (let place = 0; place < failures.length; place += 1) if (fits[place] === 0) failures[place] = ALL_BITS;
}

/** Places that count for some list: shown, or failing one choice only. */
function countedPlaces(failures: Uint16Array): Uint32Array {
  const places = new Uint32Array(failures.length);
  let count = 0;
  for (let place = 0; place < failures.length; place += 1) {
    const failed = failures[place] ?? ALL_BITS;
    if ((failed & (failed - 1)) === 0) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** Those of the places that fail nothing, or nothing but `bit`. A loop, as `filter` calls a function for each. */
function passing(places: Uint32Array, failures: Uint16Array, bit = 0): Uint32Array {
  const kept = new Uint32Array(places.length);
  let count = 0;
  for (const place of places) {
    const failed = failures[place] ?? ALL_BITS;
    if (failed === 0 || failed === bit) kept[count++] = place;
  }
  return kept.subarray(0, count);
}

function countFacet(
  column: FacetColumn,
  counted: Uint32Array,
  failures: Uint16Array,
  bit: number,
): Uint32Array {
  const counts = new Uint32Array(column.names.length);
  const { starts, values } = column;
  for (const place of counted) {
    const failed = failures[place] ?? ALL_BITS;
    if (failed !== 0 && failed !== bit) continue;
    const end = starts[place + 1] ?? 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) {
      const code = values[at] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  return counts;
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

function orderOf(index: SearchIndex, view: CatalogView, fit: Uint8Array | null): Uint32Array {
  if (view.sort === "price") return index.byPrice;
  if (view.sort === "-price") {
    const order = index.byPrice.slice();
    order.subarray(0, index.priced).reverse();
    return order;
  }
  return view.sort === "name" || fit === null ? index.byName : byRelevance(index, fit);
}

/** Best fit first, equal ones by name: a counting sort, as a fit is one byte. */
function byRelevance(index: SearchIndex, fit: Uint8Array): Uint32Array {
  const begins = new Uint32Array(257);
  for (const value of fit) begins[256 - value] = (begins[256 - value] ?? 0) + 1;
  for (let value = 1; value < 257; value += 1)
    begins[value] = (begins[value] ?? 0) + (begins[value - 1] ?? 0);
  const order = new Uint32Array(index.size);
  for (const place of index.byName) {
    const bucket = 255 - (fit[place] ?? 0);
    const at = begins[bucket] ?? 0;
    order[at] = place;
    begins[bucket] = at + 1;
  }
  return order;
}

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
  const choices = choicesOf(index, view, asked);
  const failures = failuresOf(index, fit, choices);
  if (only !== null) failAllBut(failures, askedChoice(index, only));
  const counted = countedPlaces(failures);
  const isEverything = fit === null && choices.length === 0 && only === null;
  const list = (facet: Facet): FacetCount[] => {
    const column = index.facets[facet];
    const counts = isEverything
      ? column.totals
      : countFacet(column, counted, failures, 1 << FACETS.indexOf(facet));
    return listFacet(facet, column, counts, chosenValues(view, facet));
  };
  const facets: Facets = {
    country: list("country"),
    language: list("language"),
    brand: list("brand"),
    category: list("category"),
    tag: list("tag"),
    currency: list("currency"),
    denomination: list("denomination"),
  };
  const currency = priceCurrency(index, view);
  const steps = currency === null ? [] : countSteps(index, currency, passing(counted, failures, PRICE_BIT));
  const places = passing(orderOf(index, view, fit), failures);
  return { places, facets, price: { currency, steps } };
}
