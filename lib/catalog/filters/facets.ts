import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";

/** The facets of the catalog, in the order shown. Separate from the contract, so that a page need not load its schemas. */
export const FACETS = [
  "country",
  "language",
  "brand",
  "category",
  "tag",
  "currency",
  "denomination",
] as const;
export type Facet = (typeof FACETS)[number];

export const FACET_TITLES: Record<Facet, string> = {
  country: "Country",
  language: "Language",
  brand: "Brand",
  category: "Category",
  tag: "Tag",
  currency: "Currency",
  denomination: "Denomination",
};

/** The same every time: what depends on the values is not rendered again where there are none. */
const NONE: readonly string[] = [];

/** The values of a facet that a view is filtered by, if any. */
export function chosenValues(view: CatalogView, facet: Facet): readonly string[] {
  const chosen = view[facet] ?? NONE;
  return typeof chosen === "string" ? [chosen] : chosen;
}
