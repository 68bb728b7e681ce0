import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { chosenValues, FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { countFavouriteLists } from "#lib/catalog/favourites/favourites.ts";
import { FAVOURITE_CHOICES } from "#lib/contracts/catalog/favouriteLists.ts";

/** Rows are loaded, cached and prefetched in windows of this size. */
export const PAGE_SIZE = 40;
export const SORTS = ["relevance", "name", "price", "-price"] as const;
const PRODUCT = "product";
const TEXT_LIMIT = 200;
const VALUES_LIMIT = 50;
const RANGE_ENDS = ["minPrice", "maxPrice"] as const;

/** The address of the catalog page: what the list shows, and which product is open beside it. */
export type CatalogAddress = { view: CatalogView; productId: number | null };

/**
 * Reads the address of the catalog page. Invalid parts (an unknown sort, an empty value, a product id that is not a number) are
 * left out, so that a shared link opens as much of its view as possible.
 */
export function parseAddress(params: URLSearchParams): CatalogAddress {
  const view: CatalogView = {};
  const q = params.get("q")?.slice(0, TEXT_LIMIT).trim();
  if (q) view.q = q;
  for (const facet of FACETS) {
    const values = [...new Set(params.getAll(facet))].filter(
      (value) => value !== "" && value.length <= TEXT_LIMIT,
    );
    setValues(view, facet, values.slice(0, VALUES_LIMIT));
  }
  for (const end of RANGE_ENDS) {
    const text = params.get(end)?.slice(0, TEXT_LIMIT).trim();
    if (text) view[end] = text;
  }
  const favourites = FAVOURITE_CHOICES.find((each) => each === params.get("favourites"));
  if (favourites !== undefined) view.favourites = favourites;
  const sort = SORTS.find((each) => each === params.get("sort"));
  if (sort !== undefined && sort !== "relevance") view.sort = sort;
  return { view, productId: readProductId(params.get(PRODUCT) ?? "") };
}

/** The id of a product in an address; null for any other text. */
export function readProductId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

function setValues(view: CatalogView, facet: Facet, values: string[]): void {
  if (facet === "denomination") {
    const [value] = values.filter((each) => each === "fixed" || each === "open");
    if (value === "fixed" || value === "open") view.denomination = value;
  } else if (values.length > 0) {
    view[facet] = values;
  }
}

/** The view as a query string: the same view always gives the same text, so it can be used as a key. */
export function viewQuery(view: CatalogView): string {
  const known = queries.get(view);
  if (known !== undefined) return known;
  const query = write(view);
  queries.set(view, query);
  return query;
}

/** Views are immutable, and every row of a list asks for the query. */
const queries = new WeakMap<CatalogView, string>();

function write(view: CatalogView): string {
  const params = new URLSearchParams();
  if (view.q) params.set("q", view.q);
  for (const facet of FACETS) {
    const chosen = view[facet] ?? [];
    for (const value of typeof chosen === "string" ? [chosen] : chosen.toSorted())
      params.append(facet, value);
  }
  for (const end of RANGE_ENDS) if (view[end]) params.set(end, view[end]);
  if (view.favourites) params.set("favourites", view.favourites);
  if (view.sort && view.sort !== "relevance") params.set("sort", view.sort);
  return params.toString();
}

export function addressQuery({ view, productId }: CatalogAddress): string {
  const query = viewQuery(view);
  if (productId === null) return query;
  return `${query}${query === "" ? "" : "&"}${PRODUCT}=${productId}`;
}

/** Converts Next's form of the search parameters. */
export function toSearchParams(given: Record<string, string | string[] | undefined>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) params.append(name, each);
  }
  return params;
}

/** The view without its price range. */
export function withoutRange({ minPrice: _from, maxPrice: _to, ...rest }: CatalogView): CatalogView {
  return rest;
}

/**
 * The view with one value of a facet added or removed. A denomination replaces the other one. A price range is removed together
 * with the currency it was chosen in.
 */
export function toggleValue(given: CatalogView, facet: Facet, value: string): CatalogView {
  const view = facet === "currency" ? withoutRange(given) : given;
  if (facet === "denomination") {
    const { denomination, ...rest } = view;
    return denomination === value || (value !== "fixed" && value !== "open")
      ? rest
      : { ...rest, denomination: value };
  }
  const { [facet]: chosen = [], ...rest } = view;
  const values = toggled(chosen, value);
  return values.length === 0 ? rest : { ...rest, [facet]: values };
}

/** The chosen values with one added, or removed if it is among them. */
export function toggled<Value>(chosen: readonly Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
}

/** How many values are chosen, over all facets and lists of favourites; a price range counts as one. */
export function countChosen(view: CatalogView): number {
  return FACETS.reduce(
    (count, facet) => count + chosenValues(view, facet).length,
    countFavouriteLists(view.favourites) + (view.minPrice || view.maxPrice ? 1 : 0),
  );
}
