import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { chosenValues, FACETS, FACET_TITLES, type Facet } from "#lib/catalog/filters/facets.ts";
import type { FavouriteChoice } from "#lib/contracts/catalog/favouriteLists.ts";
import { facetLabel } from "#lib/catalog/filters/labels.ts";
import { formatCount } from "#lib/text/counts.ts";

/** How many values of a facet are named; the others are counted. */
const NAMED = 3;

const FAVOURITES: Record<FavouriteChoice, string> = {
  mine: "My favourites",
  team: "Team favourites",
  any: "Favourites",
};
const SORTED: Record<"name" | "price" | "-price", string> = {
  name: "Sorted by name",
  price: "Lowest price first",
  "-price": "Highest price first",
};

export function describeFavourites(choice: FavouriteChoice): string {
  return FAVOURITES[choice];
}

/** `Brand: Streamly, Lumen TV`; a denomination without a title, because its words say what it is. */
export function describeFacet(facet: Facet, chosen: readonly string[]): string {
  const named = chosen.slice(0, NAMED).map((value) => facetLabel(facet, value));
  if (facet === "denomination") return named.join(", ");
  const rest = chosen.length - named.length;
  return `${FACET_TITLES[facet]}: ${named.join(", ")}${rest > 0 ? ` and ${formatCount(rest)} more` : ""}`;
}

/** As it was typed, because the range depends on the chosen currency. */
export function describePrice({ minPrice, maxPrice }: CatalogView): string | null {
  if (minPrice && maxPrice) return `Price: ${minPrice} to ${maxPrice}`;
  if (minPrice) return `Price: from ${minPrice}`;
  return maxPrice ? `Price: up to ${maxPrice}` : null;
}

/** The search, filters and order of a view in words, part by part. */
export function describeView(view: CatalogView): string[] {
  const parts = view.q ? [`“${view.q}”`] : [];
  if (view.favourites) parts.push(describeFavourites(view.favourites));
  for (const facet of FACETS) {
    const chosen = chosenValues(view, facet);
    if (chosen.length > 0) parts.push(describeFacet(facet, chosen));
  }
  const price = describePrice(view);
  if (price !== null) parts.push(price);
  if (view.sort && view.sort !== "relevance") parts.push(SORTED[view.sort]);
  return parts;
}
