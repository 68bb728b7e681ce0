import type { PriceFacet } from "#lib/contracts/catalog.ts";
import { overlaps, priceSteps, type PriceRange } from "./priceRange.ts";
import { codeAt, type SearchIndex } from "./searchIndex.ts";

/**
 * Whether each product fits a range of prices. A range says nothing of products in other currencies: they fit, so that the
 * list of currencies goes on telling how many there are. A product of unknown currency or price does not.
 */
export function rangeChoice(index: SearchIndex, range: PriceRange): Uint8Array {
  const { currency } = index.facets;
  const { lowest, highest } = index.prices;
  const wanted = currency.names.indexOf(range.currency);
  const fits = new Uint8Array(index.size);
  for (let place = 0; place < index.size; place += 1) {
    const code = codeAt(currency, place);
    if (code === null) continue;
    const [low = Number.NaN, high = Number.NaN] = [lowest[place], highest[place]];
    if (code !== wanted || overlaps(range, low, high)) fits[place] = 1;
  }
  return fits;
}

/** How many of the places each step of prices holds; an open product counts in every step that it reaches into. */
export function countSteps(
  index: SearchIndex,
  name: string,
  groups: readonly Uint32Array[],
): PriceFacet["steps"] {
  const { currency } = index.facets;
  const { lowest, highest, edges } = index.prices;
  const wanted = currency.names.indexOf(name);
  const steps = priceSteps(edges.get(name) ?? []).map((step) => ({ ...step, count: 0 }));
  for (const places of groups) {
    for (const place of places) {
      if (codeAt(currency, place) !== wanted) continue;
      const [low = Number.NaN, high = Number.NaN] = [lowest[place], highest[place]];
      for (const step of steps) if (overlaps(step, low, high)) step.count += 1;
    }
  }
  return steps;
}
