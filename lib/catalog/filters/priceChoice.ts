import type { PriceFacet } from "#lib/contracts/catalog.ts";
import { overlaps, priceSteps, STEPS_LIMIT, type PriceRange } from "./priceRange.ts";
import { codeAt, type SearchIndex } from "#server/catalog/search/searchIndex.ts";

/**
 * Marks with `bit` what does not fit a range of prices. A range says nothing of products in other currencies: they fit, so that
 * the list of currencies goes on telling how many there are. A product of unknown currency or price does not.
 */
export function failRange(index: SearchIndex, failures: Uint16Array, range: PriceRange, bit: number): void {
  const { currency } = index.facets;
  const { lowest, highest } = index.prices;
  const wanted = currency.names.indexOf(range.currency);
  for (let place = 0; place < failures.length; place += 1) {
    const code = currency.isSingle ? currency.values[place] : codeAt(currency, place);
    if (code !== null && code !== wanted) continue;
    const [low = Number.NaN, high = Number.NaN] = [lowest[place], highest[place]];
    if (code === null || !overlaps(range, low, high)) failures[place] = (failures[place] ?? 0) | bit;
  }
}

/** How many of the places each step of prices holds; an open product counts in every step that it reaches into. */
export function countSteps(
  index: SearchIndex,
  name: string,
  groups: readonly Uint32Array[],
): PriceFacet["steps"] {
  const { currency } = index.facets;
  const { steps, edges } = index.prices;
  const wanted = currency.names.indexOf(name);
  const held = new Uint32Array(1 << STEPS_LIMIT);
  for (const places of groups) {
    for (const place of places) {
      const code = currency.isSingle ? currency.values[place] : codeAt(currency, place);
      if (code !== wanted) continue;
      const reached = steps[place] ?? 0;
      held[reached] = (held[reached] ?? 0) + 1;
    }
  }
  return priceSteps(edges.get(name) ?? []).map((step, at) => ({
    ...step,
    count: held.reduce((sum, count, reached) => ((reached >> at) & 1 ? sum + count : sum), 0),
  }));
}
