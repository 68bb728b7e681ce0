import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { FACETS, FACET_TITLES, type Facet } from "#lib/catalog/filters/facets.ts";
import type { FavouriteChoice } from "#lib/contracts/catalog/favouriteLists.ts";
import { countryLabel, DENOMINATION_LABELS, languageLabel } from "#lib/catalog/filters/labels.ts";
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

function valueLabel(facet: Facet, value: string): string {
  if (facet === "country") return countryLabel(value);
  if (facet === "language") return languageLabel(value);
  return value;
}

function describeFacet(facet: Facet, chosen: readonly string[]): string {
  const named = chosen.slice(0, NAMED).map((value) => valueLabel(facet, value));
  const rest = chosen.length - named.length;
  return `${FACET_TITLES[facet]}: ${named.join(", ")}${rest > 0 ? ` and ${formatCount(rest)} more` : ""}`;
}

/** As it was typed, because the range depends on the chosen currency. */
function describePrice({ minPrice, maxPrice }: CatalogView): string | null {
  if (minPrice && maxPrice) return `Price: ${minPrice} to ${maxPrice}`;
  if (minPrice) return `Price: from ${minPrice}`;
  return maxPrice ? `Price: up to ${maxPrice}` : null;
}

/** The search, filters and order of a view in words, part by part. */
export function describeView(view: CatalogView): string[] {
  const parts = view.q ? [`“${view.q}”`] : [];
  if (view.favourites) parts.push(FAVOURITES[view.favourites]);
  for (const facet of FACETS) {
    const chosen = view[facet];
    if (facet === "denomination") {
      if (view.denomination) parts.push(DENOMINATION_LABELS[view.denomination]);
    } else if (chosen !== undefined && chosen.length > 0) {
      parts.push(describeFacet(facet, typeof chosen === "string" ? [chosen] : chosen));
    }
  }
  const price = describePrice(view);
  if (price !== null) parts.push(price);
  if (view.sort && view.sort !== "relevance") parts.push(SORTED[view.sort]);
  return parts;
}
