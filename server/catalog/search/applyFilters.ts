import { chosenValues, FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { checkRange, overlaps, rangeCurrency, type PriceRange } from "#lib/catalog/filters/priceRange.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Buffers } from "./buffers.ts";
import { codeOf, type SearchIndex } from "./searchIndex.ts";

/** Product ids that the service returned for chosen values of facets that no product in the index has. */
export type ServiceMatches = Partial<Record<Facet, ReadonlySet<number>>>;

/** The products that match a view. Points into the buffers of the search. */
export type FilteredCatalog = {
  /** For each product the filters that it fails, as bits: 0 is a match. */
  failedFilters: Uint16Array;
  /** The ordinals of the matches, ascending. */
  matches: Uint32Array;
  /**
   * For each bit, the ordinals of the products that fail that filter only. They count in that facet's own list, which says how
   * many products another choice would show. Contains only the filters in use.
   */
  failingOnly: ReadonlyMap<number, Uint32Array>;
  /** There are neither search words nor filters. */
  isUnfiltered: boolean;
};

/** The bit of the price range, after those of the facets. */
export const PRICE_BIT = 1 << FACETS.length;
/** A product that does not match the words fails every filter. */
const ALL_BITS = 0xffff;

export function bitOf(facet: Facet): number {
  return 1 << FACETS.indexOf(facet);
}

/** The one currency in which prices of this view can be compared; null if there are several, or none. */
export function priceCurrency(index: SearchIndex, view: CatalogView): string | null {
  return rangeCurrency(chosenValues(view, "currency"), index.facets.currency.names);
}

/**
 * Applies the words, facets and price range of a view, but not its favourites.
 * @param score for the words, 0 for no match; null without words.
 */
export function applyFilters(
  index: SearchIndex,
  buffers: Buffers,
  view: CatalogView,
  score: Uint8Array | null,
  serviceMatches: ServiceMatches,
): FilteredCatalog {
  const { failedFilters } = buffers;
  const bits: number[] = [];
  failedFilters.fill(0);
  for (const facet of FACETS) {
    const chosen = chosenValues(view, facet);
    if (chosen.length === 0) continue;
    const bit = bitOf(facet);
    bits.push(bit);
    const ids = serviceMatches[facet];
    if (ids === undefined) failChoice(index, failedFilters, facet, chosen);
    else failOtherIds(index, buffers, ids, bit);
  }
  const judged = checkRange(view, priceCurrency(index, view));
  if (judged.ok && judged.range) {
    bits.push(PRICE_BIT);
    failRange(index, failedFilters, judged.range);
  }
  if (score !== null) failZeros(failedFilters, score, ALL_BITS);
  return { failedFilters, isUnfiltered: score === null && bits.length === 0, ...partition(buffers, bits) };
}

/** Keeps only the products with these ids; no facet counts the others. */
export function restrictTo(
  index: SearchIndex,
  buffers: Buffers,
  { failedFilters, failingOnly }: FilteredCatalog,
  ids: ReadonlySet<number>,
): FilteredCatalog {
  failOtherIds(index, buffers, ids, ALL_BITS);
  return { failedFilters, isUnfiltered: false, ...partition(buffers, [...failingOnly.keys()]) };
}

function failZeros(failedFilters: Uint16Array, values: Uint8Array, bits: number): void {
  for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1) {
    if (values[ordinal] === 0) failedFilters[ordinal] = (failedFilters[ordinal] ?? 0) | bits;
  }
}

function failOtherIds(
  { ordinalOf }: SearchIndex,
  { failedFilters, flags }: Buffers,
  ids: ReadonlySet<number>,
  bits: number,
): void {
  const ordinals = [...ids].flatMap((id) => ordinalOf.get(id) ?? []);
  for (const ordinal of ordinals) flags[ordinal] = 1;
  failZeros(failedFilters, flags, bits);
  for (const ordinal of ordinals) flags[ordinal] = 0;
}

function failChoice(
  index: SearchIndex,
  failedFilters: Uint16Array,
  facet: Facet,
  chosen: readonly string[],
): void {
  const { names, starts, values, isSingle } = index.facets[facet];
  const bit = bitOf(facet);
  const chosenNames = new Set(chosen);
  const isChosen = Uint8Array.from(names, (name) => (chosenNames.has(name) ? 1 : 0));
  if (isSingle) {
    const failed = Uint16Array.from(isChosen, (matches) => (matches === 1 ? 0 : bit));
    for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1)
      failedFilters[ordinal] = (failedFilters[ordinal] ?? 0) | (failed[values[ordinal] ?? 0] ?? 0);
    return;
  }
  for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1) {
    const end = starts[ordinal + 1] ?? 0;
    let matches = 0;
    for (let at = starts[ordinal] ?? 0; at < end; at += 1) matches |= isChosen[values[at] ?? 0] ?? 0;
    if (matches === 0) failedFilters[ordinal] = (failedFilters[ordinal] ?? 0) | bit;
  }
}

/**
 * A range filters products in its own currency only: those in other currencies pass, so that the list of currencies still shows
 * how many there are. A product without a currency, or without a price in this one, fails.
 */
function failRange(index: SearchIndex, failedFilters: Uint16Array, range: PriceRange): void {
  const { currency } = index.facets;
  const { lowest, highest } = index.prices;
  const rangeCode = currency.names.indexOf(range.currency);
  for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1) {
    const code = currency.isSingle ? currency.values[ordinal] : codeOf(currency, ordinal);
    if (code !== null && code !== rangeCode) continue;
    const [low = Number.NaN, high = Number.NaN] = [lowest[ordinal], highest[ordinal]];
    if (code === null || !overlaps(range, low, high))
      failedFilters[ordinal] = (failedFilters[ordinal] ?? 0) | PRICE_BIT;
  }
}

function partition(buffers: Buffers, bits: readonly number[]) {
  const { failedFilters, matches, failingOnly } = buffers;
  let matchCount = 0;
  for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1)
    if (failedFilters[ordinal] === 0) matches[matchCount++] = ordinal;
  const byBit = new Map<number, Uint32Array>();
  for (const bit of bits) {
    const ordinals = failingOnly.get(bit) ?? new Uint32Array(failedFilters.length);
    failingOnly.set(bit, ordinals);
    let count = 0;
    for (let ordinal = 0; ordinal < failedFilters.length; ordinal += 1)
      if (failedFilters[ordinal] === bit) ordinals[count++] = ordinal;
    byBit.set(bit, ordinals.subarray(0, count));
  }
  return { matches: matches.subarray(0, matchCount), failingOnly: byBit };
}
