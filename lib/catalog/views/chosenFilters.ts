import { chosenValues, FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { describeFacet, describeFavourites, describePrice } from "./describeView.ts";
import { toggleValue, withoutRange } from "./viewParams.ts";

/** One chosen filter in words, and the view without it. */
export type ChosenFilter = { key: string; text: string; without: CatalogView };

/** With more of them, the values of a facet are one filter: forty chips would push the list out of sight. */
const SHOWN_ONE_BY_ONE = 4;

/** What a view is filtered by, besides its search: one entry for each chip, in the order of the filters. */
export function chosenFilters(view: CatalogView): ChosenFilter[] {
  const filters: ChosenFilter[] = [];
  if (view.favourites) {
    const { favourites, ...without } = view;
    filters.push({ key: "favourites", text: describeFavourites(favourites), without });
  }
  for (const facet of FACETS) filters.push(...ofFacet(view, facet));
  const price = describePrice(view);
  if (price !== null) filters.push({ key: "price", text: price, without: withoutRange(view) });
  return filters;
}

function ofFacet(view: CatalogView, facet: Facet): ChosenFilter[] {
  const values = chosenValues(view, facet);
  const without = (removed: readonly string[]) =>
    removed.reduce((left, value) => toggleValue(left, facet, value), view);
  if (values.length > SHOWN_ONE_BY_ONE) {
    return [{ key: facet, text: describeFacet(facet, values), without: without(values) }];
  }
  return values.map((value) => ({
    key: `${facet} ${value}`,
    text: describeFacet(facet, [value]),
    without: without([value]),
  }));
}
