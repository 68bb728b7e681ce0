import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogQuerySchema, SERVICE_FILTERS, type CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { FACETS } from "#lib/catalog/filters/facets.ts";
import {
  addressQuery,
  countChosen,
  parseAddress,
  toggleValue,
  toSearchParams,
  viewQuery,
} from "./viewParams.ts";

const read = (query: string) => parseAddress(new URLSearchParams(query));

describe("the address of a view", () => {
  it.each([
    ["", {}, null],
    ["q=xbox&brand=B&brand=A", { q: "xbox", brand: ["B", "A"] }, null],
    ["sort=-price&denomination=open&product=12", { sort: "-price", denomination: "open" }, 12],
    ["sort=nonsense&denomination=half&product=x&brand=&page=3", {}, null],
    ["product=0", {}, null],
    ["minPrice=10,50&maxPrice=%2025%20", { minPrice: "10,50", maxPrice: "25" }, null],
    // An invalid amount is kept, so that its field can show the error.
    ["minPrice=&maxPrice=1e999", { maxPrice: "1e999" }, null],
    ["product=99999999999999999999", {}, null],
    ["brand=A&brand=A", { brand: ["A"] }, null],
    [`brand=${"x".repeat(300)}&q=${"y".repeat(300)}`, { q: "y".repeat(200) }, null],
  ])("%j", (query, view, productId) => expect(read(query)).toEqual({ view, productId }));

  it("is read as the same view, and its query is valid for the HTTP interface", () => {
    const values = fc.option(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 5 }),
      { nil: undefined },
    );
    const views = fc.record({
      q: fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
      country: values,
      brand: values,
      tag: values,
      minPrice: fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
      maxPrice: fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(views, fc.option(fc.integer({ min: 1 })), (given, productId) => {
        const address = read(addressQuery({ view: read(viewQuery(given)).view, productId }));
        expect(read(addressQuery(address))).toEqual(address);
        expect(address.productId).toBe(productId);
        const sent: Record<string, string[]> = {};
        const single: Record<string, string> = {};
        for (const [name, value] of new URLSearchParams(viewQuery(address.view))) {
          if (FACETS.some((facet) => facet === name)) sent[name] = [...(sent[name] ?? []), value];
          else single[name] = value;
        }
        expect(() => catalogQuerySchema.parse({ ...sent, ...single })).not.toThrow();
      }),
    );
  });

  it("is read from Next's form of parameters", () => {
    expect(toSearchParams({ a: "1", b: ["2", "3"], c: undefined }).toString()).toBe("a=1&b=2&b=3");
  });
});

describe("choosing a value", () => {
  it("adds or removes it and keeps the others", () => {
    const one: CatalogView = toggleValue({ q: "x" }, "brand", "A");
    expect(one).toEqual({ q: "x", brand: ["A"] });
    expect(toggleValue(toggleValue(one, "brand", "B"), "brand", "A")).toEqual({ q: "x", brand: ["B"] });
    expect(toggleValue(one, "brand", "A")).toEqual({ q: "x" });
  });
  it("replaces the other denomination", () => {
    expect(toggleValue({ denomination: "open" }, "denomination", "fixed")).toEqual({ denomination: "fixed" });
    expect(toggleValue({ denomination: "open" }, "denomination", "open")).toEqual({});
  });
  it("removes the price range when the currency changes", () => {
    const ranged: CatalogView = { currency: ["EUR"], minPrice: "10", maxPrice: "25" };
    expect(toggleValue(ranged, "currency", "USD")).toEqual({ currency: ["EUR", "USD"] });
    expect(toggleValue(ranged, "brand", "A")).toEqual({ ...ranged, brand: ["A"] });
  });
  it("changes the number of chosen values", () => {
    expect(countChosen({ brand: ["A", "B"], denomination: "open", q: "z" })).toBe(3);
    expect(countChosen({ brand: ["A"], minPrice: "1", maxPrice: "2" })).toBe(2);
  });
  it("is possible for every filter of the service", () => {
    for (const filter of SERVICE_FILTERS) expect(FACETS).toContain(filter);
  });
});
