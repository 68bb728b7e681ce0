/** What the catalog can be narrowed by, in the order shown. Apart from the contract, so that a page need not load its schemas. */
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
