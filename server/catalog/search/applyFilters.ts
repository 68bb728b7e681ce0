import type { CatalogView } from "#lib/contracts/catalog.ts";
import { FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { failRange } from "#lib/catalog/filters/priceChoice.ts";
import { judgeRange, rangeCurrency } from "#lib/catalog/filters/priceRange.ts";
import { scratchOf, type Scratch } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** Which products fit a choice that the index cannot answer: ids the service gave for one of its filters. */
export type AskedFacets = Partial<Record<Facet, ReadonlySet<number>>>;

/** What a view's words and choices leave of the catalog. Valid until the next search of the same index. */
export type Narrowed = {
  /** For each product the set of choices it fails, as bits: 0 is shown. */
  failures: Uint16Array;
  /** Places of what is shown. */
  shown: Uint32Array;
  /**
   * By bit, places of what fails that choice only: they count for that facet's list, which says what another choice there
   * would show. Empty where nothing was chosen.
   */
  near: ReadonlyMap<number, Uint32Array>;
  /** Nothing was searched for and nothing chosen. */
  isEverything: boolean;
};

/** The bit of the range of prices, after those of the facets. */
export const PRICE_BIT = 1 << FACETS.length;
/** What does not fit the words fails all that one can choose, also what is still to come. */
const ALL_BITS = 0xffff;
const NONE = new Uint32Array();

export function bitOf(facet: Facet): number {
  return 1 << FACETS.indexOf(facet);
}

/** Places of what fails only the choice of `bit`. */
export function failingOnly({ near }: Narrowed, bit: number): Uint32Array {
  return near.get(bit) ?? NONE;
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
  const scratch = scratchOf(index);
  const { failures } = scratch;
  const bits: number[] = [];
  failures.fill(0);
  let isEverything = fit === null && only === null;
  for (const facet of FACETS) {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0) continue;
    isEverything = false;
    bits.push(bitOf(facet));
    const ids = asked[facet];
    if (ids === undefined) failChoice(index, failures, facet, chosen);
    else failOthers(index, scratch, ids, bitOf(facet));
  }
  const judged = judgeRange(view, priceCurrency(index, view));
  if (judged.ok && judged.range) {
    isEverything = false;
    bits.push(PRICE_BIT);
    failRange(index, failures, judged.range, PRICE_BIT);
  }
  if (fit !== null) failUnless(failures, fit, ALL_BITS);
  if (only !== null) failOthers(index, scratch, only, ALL_BITS);
  return { failures, isEverything, ...parted(scratch, bits) };
}

function failUnless(failures: Uint16Array, fits: Uint8Array, bits: number): void {
  for (let place = 0; place < failures.length; place += 1) {
    if (fits[place] === 0) failures[place] = (failures[place] ?? 0) | bits;
  }
}

function failOthers(
  index: SearchIndex,
  { failures, marks }: Scratch,
  ids: ReadonlySet<number>,
  bits: number,
): void {
  const places = [...ids].flatMap((id) => index.placeOf.get(id) ?? []);
  for (const place of places) marks[place] = 1;
  failUnless(failures, marks, bits);
  for (const place of places) marks[place] = 0;
}

function failChoice(
  index: SearchIndex,
  failures: Uint16Array,
  facet: Facet,
  chosen: readonly string[],
): void {
  const { names, starts, values, isSingle } = index.facets[facet];
  const bit = bitOf(facet);
  const asked = new Set(chosen);
  const wanted = Uint8Array.from(names, (name) => (asked.has(name) ? 1 : 0));
  if (isSingle) {
    const failed = Uint16Array.from(wanted, (isWanted) => (isWanted === 1 ? 0 : bit));
    for (let place = 0; place < failures.length; place += 1)
      failures[place] = (failures[place] ?? 0) | (failed[values[place] ?? 0] ?? 0);
    return;
  }
  for (let place = 0; place < failures.length; place += 1) {
    const end = starts[place + 1] ?? 0;
    let fits = 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) fits |= wanted[values[at] ?? 0] ?? 0;
    if (fits === 0) failures[place] = (failures[place] ?? 0) | bit;
  }
}

function parted({ failures, shown, near }: Scratch, bits: readonly number[]) {
  let shownCount = 0;
  for (let place = 0; place < failures.length; place += 1)
    if (failures[place] === 0) shown[shownCount++] = place;
  const nearBits = new Map<number, Uint32Array>();
  for (const bit of bits) {
    const places = near.get(bit) ?? new Uint32Array(failures.length);
    near.set(bit, places);
    let count = 0;
    for (let place = 0; place < failures.length; place += 1)
      if (failures[place] === bit) places[count++] = place;
    nearBits.set(bit, places.subarray(0, count));
  }
  return { shown: shown.subarray(0, shownCount), near: nearBits };
}
