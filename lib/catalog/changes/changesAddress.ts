import { FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { countChosen, parseAddress, readProductId, viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import { AFFECTED_THINGS, type AffectedThing } from "#lib/contracts/catalog/changeFilters.ts";
import { CHANGE_KINDS, type ChangeKind } from "#lib/contracts/catalog/changeKinds.ts";
import { toIso } from "#lib/time/instant.ts";
import { endOfDay, startOfDay } from "#lib/time/zonedDay.ts";

/** The filters of the page of changes: those that it shares with the catalog, and its own. Days are those of the member's time zone. */
export type ChangesChoice = {
  view: Pick<CatalogView, "q" | Facet>;
  kind: readonly ChangeKind[];
  affects: readonly AffectedThing[];
  /** Only these products; all, if empty. */
  product: readonly number[];
  from: string;
  to: string;
};

/** A longer address would be cut off somewhere. */
const MOST_PRODUCTS = 100;

export const NO_CHANGES_CHOICE: ChangesChoice = {
  view: {},
  kind: [],
  affects: [],
  product: [],
  from: "",
  to: "",
};

/** Reads the address of the page. Invalid parts are left out. */
export function parseChangesAddress(params: URLSearchParams): ChangesChoice {
  const {
    minPrice: _min,
    maxPrice: _max,
    favourites: _lists,
    sort: _sort,
    ...view
  } = parseAddress(params).view;
  const day = (name: string) => (startOfDay(params.get(name) ?? "", "UTC") === null ? "" : params.get(name));
  return {
    view,
    kind: CHANGE_KINDS.filter((kind) => params.getAll("kind").includes(kind)),
    affects: AFFECTED_THINGS.filter((thing) => params.getAll("affects").includes(thing)),
    product: [...new Set(params.getAll("product").flatMap((id) => readProductId(id) ?? []))].slice(
      0,
      MOST_PRODUCTS,
    ),
    from: day("from") ?? "",
    to: day("to") ?? "",
  };
}

/** The choice as a query string: the same choice always gives the same text. */
export function changesAddress({ view, kind, affects, product, from, to }: ChangesChoice): string {
  const params = new URLSearchParams(viewQuery(view));
  for (const each of kind) params.append("kind", each);
  for (const each of affects) params.append("affects", each);
  for (const each of product) params.append("product", String(each));
  if (from !== "") params.set("from", from);
  if (to !== "") params.set("to", to);
  return params.toString();
}

/** The choice as the interface takes it: instants instead of days in `zone`. */
export function changesFilterOf(
  { view, kind, affects, product, from, to }: ChangesChoice,
  zone: string,
): ChangesFilter {
  const [start, end] = [startOfDay(from, zone), endOfDay(to, zone)];
  return {
    ...view,
    ...(kind.length === 0 ? {} : { kind: [...kind] }),
    ...(affects.length === 0 ? {} : { affects: [...affects] }),
    ...(product.length === 0 ? {} : { product: [...product] }),
    ...(start === null ? {} : { from: toIso(start) }),
    ...(end === null ? {} : { to: toIso(end) }),
  };
}

/** How many filters are chosen, apart from the text; a period counts as one, and so do products. */
export function countChangesChoice({ view, kind, affects, product, from, to }: ChangesChoice): number {
  const ranges = (product.length === 0 ? 0 : 1) + (from === "" && to === "" ? 0 : 1);
  return countChosen(view) + kind.length + affects.length + ranges;
}

/** The filter as the query string of the interface. */
export function changesFilterQuery(filter: ChangesFilter): URLSearchParams {
  const { q, kind = [], affects = [], product, from, to } = filter;
  const params = new URLSearchParams(q === undefined ? {} : { q });
  for (const facet of FACETS) for (const value of [filter[facet] ?? []].flat()) params.append(facet, value);
  for (const each of kind) params.append("kind", each);
  for (const each of affects) params.append("affects", each);
  for (const each of product ?? []) params.append("product", String(each));
  if (from !== undefined) params.set("from", from);
  if (to !== undefined) params.set("to", to);
  return params;
}
