import type { CatalogView } from "#lib/contracts/catalog.ts";
import { FACETS, type Facet } from "./facets.ts";
import { rangeChoice } from "./priceChoice.ts";
import { judgeRange, rangeCurrency } from "./priceRange.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** Which products fit a choice that the index cannot answer: ids the service gave for one of its filters. */
export type AskedFacets = Partial<Record<Facet, ReadonlySet<number>>>;

/** What a view's words and choices leave of the catalog. Valid until the next search of the same index. */
export type Narrowed = {
  /** For each product the set of choices it fails, as bits: 0 is shown. */
  failures: Uint16Array;
  /** Places of what is shown. */
  shown: Uint32Array;
  /** Places of what fails one choice only: it counts for that facet's list, which says what another choice there would show. */
  near: Uint32Array;
  /** Nothing was searched for and nothing chosen. */
  isEverything: boolean;
};

/** The bit of the range of prices, after those of the facets. */
export const PRICE_BIT = 1 << FACETS.length;
/** What does not fit the words fails all that one can choose, also what is still to come. */
const ALL_BITS = 0xffff;

export function bitOf(facet: Facet): number {
  return 1 << FACETS.indexOf(facet);
}

export function chosenValues(view: CatalogView, facet: Facet): readonly string[] {
  const chosen = view[facet];
  return chosen === undefined ? [] : typeof chosen === "string" ? [chosen] : chosen;
}

/** The one currency that prices of this view are compared in; null when there are several, or none. */
export function priceCurrency(index: SearchIndex, view: CatalogView): string | null {
  return rangeCurrency(chosenValues(view, "currency"), index.facets.currency.names);
}

/**
 * `fit`: of the words, 0 where they do not fit; null without words. Of `only` the ids, where given, nothing else is found or
 * counted. A range of prices that cannot be meant is left out.
 */
export function narrow(
  index: SearchIndex,
  view: CatalogView,
  fit: Uint8Array | null,
  asked: AskedFacets,
  only: ReadonlySet<number> | null,
): Narrowed {
  const { failures, shown, near } = scratchOf(index);
  failures.fill(0);
  let isEverything = fit === null && only === null;
  for (const facet of FACETS) {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0) continue;
    isEverything = false;
    const ids = asked[facet];
    if (ids === undefined) failChoice(index, failures, facet, chosen);
    else failUnless(failures, marked(index, ids), bitOf(facet));
  }
  const judged = judgeRange(view, priceCurrency(index, view));
  if (judged.ok && judged.range) {
    isEverything = false;
    failUnless(failures, rangeChoice(index, judged.range), PRICE_BIT);
  }
  if (fit !== null) failUnless(failures, fit, ALL_BITS);
  if (only !== null) failUnless(failures, marked(index, only), ALL_BITS);
  return { failures, isEverything, ...parted(failures, shown, near) };
}

type Scratch = { failures: Uint16Array; shown: Uint32Array; near: Uint32Array };
const scratches = new WeakMap<SearchIndex, Scratch>();

/** A search is over before the next one begins: they take turns with the same memory, which spares the collector megabytes. */
function scratchOf(index: SearchIndex): Scratch {
  let scratch = scratches.get(index);
  if (scratch === undefined) {
    const { size } = index;
    scratch = {
      failures: new Uint16Array(size),
      shown: new Uint32Array(size),
      near: new Uint32Array(size),
    };
    scratches.set(index, scratch);
  }
  return scratch;
}

function failUnless(failures: Uint16Array, fits: Uint8Array, bits: number): void {
  for (let place = 0; place < failures.length; place += 1) {
    if (fits[place] === 0) failures[place] = (failures[place] ?? 0) | bits;
  }
}

function failChoice(
  index: SearchIndex,
  failures: Uint16Array,
  facet: Facet,
  chosen: readonly string[],
): void {
  const { names, starts, values } = index.facets[facet];
  const bit = bitOf(facet);
  const asked = new Set(chosen);
  const wanted = Uint8Array.from(names, (name) => (asked.has(name) ? 1 : 0));
  for (let place = 0; place < failures.length; place += 1) {
    const end = starts[place + 1] ?? 0;
    let fits = 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) fits |= wanted[values[at] ?? 0] ?? 0;
    if (fits === 0) failures[place] = (failures[place] ?? 0) | bit;
  }
}

function marked(index: SearchIndex, ids: ReadonlySet<number>): Uint8Array {
  const marks = new Uint8Array(index.size);
  for (const id of ids) {
    const place = index.placeOf.get(id);
    if (place !== undefined) marks[place] = 1;
  }
  return marks;
}

function parted(failures: Uint16Array, shown: Uint32Array, near: Uint32Array) {
  let [shownCount, nearCount] = [0, 0];
  for (let place = 0; place < failures.length; place += 1) {
    const failed = failures[place] ?? ALL_BITS;
    if (failed === 0) shown[shownCount++] = place;
    else if ((failed & (failed - 1)) === 0) near[nearCount++] = place;
  }
  return { shown: shown.subarray(0, shownCount), near: near.subarray(0, nearCount) };
}
