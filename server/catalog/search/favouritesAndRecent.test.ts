import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogQuerySchema } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { CatalogQuestion } from "./searchEngine.ts";
import { engineOf, search } from "./testing.ts";

const COUNTRIES = ["DE", "FR", "US"] as const;

const cards = (ids: readonly number[]): Product[] =>
  ids.map((id) =>
    product(id, {
      name: `Card ${String((id * 7_919) % 1_000).padStart(4, "0")}`,
      countryCode: COUNTRIES[id % 3] ?? "DE",
    }),
  );

const view = (given: Record<string, unknown>) => {
  const { skip: _skip, take: _take, ...rest } = catalogQuerySchema.parse(given);
  return rest;
};
describe("recently ordered products", () => {
  it.each([
    [{}, true],
    [{ sort: "relevance" }, true],
    [{ country: "DE", favourites: "any" }, true],
    [{ q: "card" }, false],
    [{ sort: "name" }, false],
    [{ sort: "price" }, false],
  ])("come first only without a search and without another order: %j", (given, isFirst) => {
    const engine = engineOf(cards([3, 6, 9, 12]));
    const favourites = { mine: [3, 6, 9, 12], team: [] };
    const before = search(engine, view(given), { favourites }).ids;
    const last = before.at(-1) ?? 0;
    const after = search(engine, view(given), { favourites, recentlyOrdered: [last] }).ids;
    expect(after).toEqual(isFirst ? [last, ...before.slice(0, -1)] : before);
  });

  it("come first, the last ordered one at the top; the others stay sorted by name", () => {
    const engine = engineOf(cards([1, 2, 3, 4, 5]));
    const byName = search(engine, {}).ids;
    const { ids } = search(engine, {}, { recentlyOrdered: [4, 999, 2] });
    expect(ids).toEqual([4, 2, ...byName.filter((id) => id !== 4 && id !== 2)]);
  });

  it("are left out if the filters exclude them", () => {
    const engine = engineOf(cards([1, 2, 3, 4, 5, 6]));
    expect(search(engine, view({ country: "FR" }), { recentlyOrdered: [5, 4, 3] }).ids).toEqual([4, 1]);
  });

  it("lose no product, repeat none and keep the order of all others, window after window", () => {
    const anyId = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyId, { maxLength: 40 }),
        fc.array(anyId, { maxLength: 50 }),
        fc.constantFrom({}, { country: "DE" }),
        fc.integer({ min: 1, max: 50 }),
        (listed, recentlyOrdered, given, take) => {
          const engine = engineOf(cards(listed));
          const before = search(engine, view(given)).ids;
          const first = [...new Set(recentlyOrdered)].filter((id) => before.includes(id));
          const windows = Array.from(
            { length: Math.ceil(before.length / take) + 1 },
            (_, nth) => search(engine, view(given), { recentlyOrdered, skip: nth * take, take }).ids,
          );
          expect(windows.flat()).toEqual([...first, ...before.filter((id) => !first.includes(id))]);
        },
      ),
    );
  });
});

describe("favourites", () => {
  const engine = engineOf(cards([1, 2, 3, 4, 5, 6, 7]));
  const favourites = { mine: [1, 2, 999], team: [2, 4, 7] };
  const countsOf = (given: Record<string, unknown>, more: Partial<CatalogQuestion> = {}) =>
    search(engine, view(given), { favourites, ...more }).favourites;

  it("are counted by list among the matches of the other filters, without products that left the catalog", () => {
    expect(countsOf({})).toEqual({ mine: 2, team: 3 });
    expect(countsOf({ country: "FR" })).toEqual({ mine: 1, team: 2 });
    expect(countsOf({ country: "FR" }, { favourites: { mine: [], team: [] } })).toEqual({ mine: 0, team: 0 });
    expect(countsOf({ country: "FR", favourites: "mine" })).toEqual({ mine: 1, team: 2 });
  });

  it("are all that is found and counted when only they are asked for", () => {
    const mine = search(engine, view({ favourites: "mine" }), { favourites });
    expect(new Set(mine.ids)).toEqual(new Set([1, 2]));
    expect(mine.total).toBe(2);
    expect(mine.facets.country.map(({ value, count }) => [value, count])).toEqual([
      ["FR", 1],
      ["US", 1],
    ]);
    // The counts of the countries still say what choosing another one would show.
    const three = { mine: [1, 2, 3], team: [] };
    const french = search(engine, view({ country: "FR", favourites: "mine" }), { favourites: three });
    expect(french.ids).toEqual([1]);
    expect(french.facets.country.map(({ count }) => count)).toEqual([1, 1, 1]);
    const none = { mine: [], team: [] };
    expect(search(engine, view({ favourites: "any" }), { favourites: none }).ids).toHaveLength(0);
  });
});
