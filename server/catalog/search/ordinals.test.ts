import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { catalogQuery } from "#lib/contracts/catalog.ts";
import type { Product } from "#lib/contracts/product.ts";
import { countFavourites, isEmptySearch, recentFirst } from "./ordinals.ts";
import { searchCatalog } from "./searchCatalog.ts";
import { IndexBuilder, type SearchIndex } from "./searchIndex.ts";

const COUNTRIES = ["DE", "FR", "US"] as const;

function product(id: number): Product {
  return {
    id,
    name: `Card ${String((id * 7_919) % 1_000).padStart(4, "0")}`,
    currencyCode: "EUR",
    countryCode: COUNTRIES[id % 3] ?? "DE",
    denominationType: "fixed",
    denomination: "fixed",
    price: 1_000,
    denominationMinValue: null,
    denominationMaxValue: null,
    denominationStep: null,
    denominationDefaultValue: null,
    languages: [],
    brands: [],
    categories: [],
    tags: [],
  };
}

function indexOf(ids: readonly number[]): SearchIndex {
  const builder = new IndexBuilder();
  for (const id of ids) builder.add(product(id));
  return builder.finish();
}

const view = (given: Record<string, unknown>) => {
  const { skip: _skip, take: _take, ...rest } = catalogQuery.parse(given);
  return rest;
};
const ALL = { skip: 0, take: 1_000 };
const idsAt = (index: SearchIndex, places: Uint32Array) => [...places].map((place) => index.ids[place] ?? 0);

describe("what was ordered lately", () => {
  test.each([
    [{}, true],
    [{ sort: "relevance" }, true],
    [{ country: "DE", favourites: "any" }, true],
    [{ q: "card" }, false],
    [{ sort: "name" }, false],
    [{ sort: "price" }, false],
  ])("comes first only where nothing was searched for and no order asked for: %j", (given, first) => {
    expect(isEmptySearch(view(given))).toBe(first);
  });

  it("comes first, the last ordered before the others; the rest stays by name", () => {
    const index = indexOf([1, 2, 3, 4, 5]);
    const byName = searchCatalog(index, {}).places;
    const names = idsAt(index, byName);
    const ordered = idsAt(index, recentFirst(index, byName, [4, 999, 2], ALL));
    expect(ordered).toEqual([4, 2, ...names.filter((id) => id !== 4 && id !== 2)]);
  });

  it("leaves out what the filters leave out", () => {
    const index = indexOf([1, 2, 3, 4, 5, 6]);
    const french = searchCatalog(index, view({ country: "FR" })).places;
    expect(idsAt(index, recentFirst(index, french, [5, 4, 3], ALL))).toEqual([4, 1]);
  });

  it("loses no product, repeats none, and keeps the order of all others, whatever was ordered, window after window", () => {
    const anyId = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyId, { maxLength: 40 }),
        fc.array(anyId, { maxLength: 50 }),
        fc.constantFrom({}, view({ country: "DE" })),
        fc.integer({ min: 1, max: 50 }),
        (listed, recent, asked, take) => {
          const index = indexOf(listed);
          const found = searchCatalog(index, asked).places;
          const before = idsAt(index, found);
          const first = [...new Set(recent)].filter((id) => before.includes(id));
          const windows = Array.from({ length: Math.ceil(before.length / take) + 1 }, (_, nth) =>
            idsAt(index, recentFirst(index, found, recent, { skip: nth * take, take })),
          );
          expect(windows.flat()).toEqual([...first, ...before.filter((id) => !first.includes(id))]);
        },
      ),
    );
  });
});

describe("favourites in the catalog", () => {
  const index = indexOf([1, 2, 3, 4, 5, 6, 7]);
  const marked = { mine: [1, 2, 999], team: [2, 4, 7] };

  it("are counted by list among what the other choices leave; what left the catalog is not", () => {
    expect(countFavourites(index, searchCatalog(index, {}).places, marked)).toEqual({ mine: 2, team: 3 });
    const french = searchCatalog(index, view({ country: "FR" })).places;
    expect(countFavourites(index, french, marked)).toEqual({ mine: 1, team: 2 });
    expect(countFavourites(index, french, { mine: [], team: [] })).toEqual({ mine: 0, team: 0 });
  });

  it("are all that is found and counted where only they are asked for", () => {
    const found = searchCatalog(index, {}, {}, new Set([1, 2, 999]));
    expect(new Set(idsAt(index, found.places))).toEqual(new Set([1, 2]));
    expect(found.facets.country.map(({ value, count }) => [value, count])).toEqual([
      ["FR", 1],
      ["US", 1],
    ]);
    // A country's own counts still say what choosing another one would show.
    const french = searchCatalog(index, view({ country: "FR" }), {}, new Set([1, 2, 3]));
    expect(idsAt(index, french.places)).toEqual([1]);
    expect(french.facets.country.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect(searchCatalog(index, {}, {}, new Set()).places).toHaveLength(0);
  });
});
