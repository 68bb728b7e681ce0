import type { CatalogView } from "#lib/contracts/catalog.ts";

/** What the catalog can be filtered by, in the order shown. Apart from the contract, so that a page need not load its schemas. */
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

/** The values of a facet that a view is filtered by; none where it is not. */
export function chosenValues(view: CatalogView, facet: Facet): readonly string[] {
  const chosen = view[facet];
  return chosen === undefined ? [] : typeof chosen === "string" ? [chosen] : chosen;
}
