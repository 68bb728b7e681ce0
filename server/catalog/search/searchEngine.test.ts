import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogQuerySchema, type CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { CatalogQuestion, SearchEngine } from "./searchEngine.ts";
import { engineOf, search } from "./testing.ts";

const found = (engine: SearchEngine, view: CatalogView, more?: Partial<CatalogQuestion>) =>
  search(engine, view, more).ids;

const shop = engineOf([
  product(101, { name: "Café Müller Voucher", brands: ["Café Müller"], price: 2_500 }),
  product(102, { name: "Netflix 25 EUR", brands: ["Netflix"], categories: ["Streaming"], price: 2_500 }),
  product(103, { name: "Gift for Netflix fans", brands: ["Fans"], price: 900 }),
  product(104, {
    name: "Xbox Game Pass",
    brands: ["Microsoft"],
    categories: ["Games"],
    countryCode: "US",
    currencyCode: "USD",
    price: null,
  }),
  product(105, {
    name: "PlayStation Store",
    brands: ["Sony"],
    categories: ["Games"],
    tags: ["console", "new"],
    countryCode: "US",
    currencyCode: "USD",
    denomination: "open",
    denominationMinValue: 500,
    price: null,
  }),
  product(106, { name: "بطاقة ألعاب", countryCode: "AE", currencyCode: "AED", tags: ["console"] }),
  product(1_050, { name: "Øresund Ticket ★", countryCode: "DK", currencyCode: "JPY", price: 900 }),
]);

describe("products are found by", () => {
  it.each([
    ["a word", "voucher", [101]],
    ["a word without its accents", "cafe muller", [101]],
    ["a word in capitals", "CAFÉ", [101]],
    ["a letter without its stroke", "oresund", [1_050]],
    ["the beginning of a word", "play", [105]],
    ["a part of a word", "station", [105]],
    ["words in any order", "25 netflix", [102]],
    ["the brand", "sony", [105]],
    ["a tag", "console", [105, 106]],
    ["the name of the country", "denmark", [1_050]],
    ["the product id", "105", [105]],
    ["the product id among words", "105 store", [105]],
    ["a word with a wrong letter", "natflix", [102, 103]],
    ["a word with a missing letter", "netlix", [102, 103]],
    ["a word with one letter too many", "nettflix", [102, 103]],
    ["a word with swapped letters", "neftlix", [102, 103]],
    ["swapped letters in an unfinished word", "plya", [105]],
    ["other scripts", "ألعاب", [106]],
    ["a symbol", "★", [1_050]],
    ["a single letter as a beginning", "x", [104]],
  ])("%s", (_by, q, ids) => expect(found(shop, { q })).toEqual(ids));

  it("finds nothing when one of the words matches nothing", () => {
    expect(found(shop, { q: "netflix zzzzzz" })).toEqual([]);
    expect(found(shop, { q: "qq" })).toEqual([]);
  });
  it("shows everything when the search holds no word", () => {
    expect(found(shop, { q: "  - " })).toHaveLength(7);
    expect(found(shop, {})).toHaveLength(7);
  });
  it("sorts names that begin with the word before names that contain it", () => {
    expect(found(shop, { q: "netflix" })).toEqual([102, 103]);
  });
});

describe("sorting", () => {
  it("by price never compares amounts of two currencies: the most common one first, then the next, then no price", () => {
    const engine = engineOf([
      product(1, { currencyCode: "JPY", price: 900 }),
      product(2, { currencyCode: "EUR", price: 2_500 }),
      product(3, { currencyCode: "USD", price: 100 }),
      product(4, { currencyCode: "EUR", price: 300 }),
      product(5, { currencyCode: "USD", price: 99_999 }),
      product(6, { currencyCode: "EUR", price: 5_000 }),
      product(7, { currencyCode: "USD", price: null }),
      product(8, { currencyCode: null, price: 1 }),
      product(9, { currencyCode: "USD", price: 200 }),
      product(10, { currencyCode: "USD", price: 200 }),
    ]);
    const byCurrency = { up: [3, 10, 9, 5, 4, 2, 6, 1], down: [5, 9, 10, 3, 6, 2, 4, 1] };
    expect(found(engine, { sort: "price" })).toEqual([...byCurrency.up, 7, 8]);
    expect(found(engine, { sort: "-price" })).toEqual([...byCurrency.down, 7, 8]);
    expect(found(engine, { sort: "price", currency: ["EUR"] })).toEqual([4, 2, 6]);
    expect(found(engine, { sort: "-price", currency: ["EUR"] })).toEqual([6, 2, 4]);
  });
  it("by name puts names in alphabetical order", () =>
    expect(found(shop, { sort: "name", currency: ["EUR"] })).toEqual([101, 103, 102]));
});

describe("facets", () => {
  it("match any value of one facet, and all facets that are used", () => {
    expect(found(shop, { country: ["US", "AE"], sort: "name" })).toEqual([105, 104, 106]);
    expect(found(shop, { country: ["US", "AE"], tag: ["console"], sort: "name" })).toEqual([105, 106]);
  });
  it("have counts that follow the other filters, not their own", () => {
    const { facets } = search(shop, { country: ["US"], category: ["Games"] });
    expect(facets.country).toEqual([{ value: "US", label: "United States", count: 2 }]);
    expect(facets.category).toEqual([{ value: "Games", label: "Games", count: 2 }]);
    const streaming = search(shop, { category: ["Streaming"] }).facets;
    expect(streaming.category.map(({ value, count }) => [value, count])).toEqual([
      ["Games", 2],
      ["Streaming", 1],
    ]);
    expect(streaming.currency.map(({ value, count }) => [value, count])).toEqual([["EUR", 1]]);
  });
  it("list a chosen value that no product carries, so that it can be removed", () => {
    const { facets } = search(shop, { brand: ["Nobody"] });
    expect(facets.brand).toContainEqual({ value: "Nobody", label: "Nobody", count: 0 });
  });
  it("match the ids that the service returned, where it was asked", () => {
    expect(
      found(shop, { language: ["fr"] }, { serviceMatches: { language: new Set([102, 104, 999]) } }),
    ).toEqual([102, 104]);
  });
});

const words = fc.constantFrom("ab", "abc", "bcd", "card", "Über", "25", "x");
const some = fc.record({
  name: fc.array(words, { maxLength: 4 }).map((list) => list.join(" ")),
  countryCode: fc.constantFrom("DE", "FR", null),
  brands: fc.uniqueArray(fc.constantFrom("A", "B", "C"), { maxLength: 2 }),
  tags: fc.uniqueArray(fc.constantFrom("t1", "t2"), { maxLength: 2 }),
  price: fc.constantFrom(1, 2, 3, null),
});
const view = fc.record(
  {
    country: fc.uniqueArray(fc.constantFrom("DE", "FR"), { minLength: 1 }),
    brand: fc.uniqueArray(fc.constantFrom("A", "B", "C"), { minLength: 1 }),
    tag: fc.uniqueArray(fc.constantFrom("t1", "t2"), { minLength: 1 }),
    q: fc.constantFrom("ab", "bc", "card", "x", "uber", "25 ab"),
    sort: fc.constantFrom("relevance", "name", "price", "-price"),
  },
  { requiredKeys: [] },
);

const named = (each: Product) => ` ${each.name.replaceAll("Ü", "u").toLowerCase()} `;

describe("searchCatalog", () => {
  it("agrees with filtering one product after the other, in its matches and in every count", () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), view, (given, chosen: CatalogView) => {
        const products = given.map((each, at) => product(9_000 + at, each));
        const engine = engineOf(products);
        const fits = (each: Product, without?: string) =>
          (chosen.q ?? "").split(" ").every((word) => {
            const text =
              `${named(each)} ${each.brands.join(" ")} ${each.tags.join(" ")} ${each.countryCode === "FR" ? "fr france" : "de germany"} eur `.toLowerCase();
            return word.length === 1 ? text.includes(` ${word}`) : text.includes(word);
          }) &&
          (without === "country" || !chosen.country || chosen.country.includes(each.countryCode ?? "")) &&
          (without === "brand" ||
            !chosen.brand ||
            chosen.brand.some((value) => each.brands.includes(value))) &&
          (without === "tag" || !chosen.tag || chosen.tag.some((value) => each.tags.includes(value)));
        const result = search(engine, chosen);
        const corrected = chosen.q === "card" || chosen.q === "uber";
        if (corrected && !products.some((each) => named(each).includes(chosen.q ?? ""))) return;
        expect(result.ids.toSorted((a, b) => a - b)).toEqual(
          products.filter((each) => fits(each)).map(({ id }) => id),
        );
        for (const facet of ["country", "brand", "tag"] as const) {
          for (const { value, count } of result.facets[facet]) {
            const carriers = products.filter(
              (each) =>
                fits(each, facet) &&
                (facet === "country"
                  ? each.countryCode === value
                  : each[facet === "brand" ? "brands" : "tags"].includes(value)),
            );
            expect(count).toBe(carriers.length);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("searches a hostile catalog like any other", () => {
    const engine = engineOf([
      product(1, { name: "x".repeat(10_000), brands: Array.from({ length: 500 }, (_, at) => `brand ${at}`) }),
      product(2, { name: "\u0000\u202e<script>alert(1)</script>\ud800", brands: ["b".repeat(5_000), ""] }),
      product(3, { name: "", countryCode: "not a country", currencyCode: "????", price: -5 }),
      product(4, { name: "\n\t\n name\tother", languages: ["../..", "__proto__", "constructor"] }),
    ]);
    expect(found(engine, {})).toHaveLength(4);
    expect(found(engine, { q: "script alert" })).toEqual([2]);
    expect(found(engine, { q: "name" })).toEqual([4]);
    expect(found(engine, { language: ["__proto__"] })).toEqual([4]);
    expect(search(engine, {}).facets.brand.every(({ value }) => value.length <= 200)).toBe(true);
    expect(found(engineOf([]), { q: "anything", country: ["DE"] })).toEqual([]);
  });

  it("returns an answer that later searches of the same catalog do not change", () => {
    const questions = fc.array(view, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 1, maxLength: 30 }),
        questions,
        (given, views: CatalogView[]) => {
          const engine = engineOf(given.map((each, at) => product(9_000 + at, each)));
          const recentlyOrdered = [9_003, 9_001];
          const answers = views.map((each) => search(engine, each, { recentlyOrdered }));
          const before = JSON.stringify(answers);
          for (const each of views.toReversed()) search(engine, each, { recentlyOrdered });
          search(engine, {});
          expect(JSON.stringify(answers)).toBe(before);
          // Each question alone has the same answer.
          for (const [at, each] of views.entries())
            expect(answers[at]).toEqual(
              search(engineOf(given.map((row, id) => product(9_000 + id, row))), each, { recentlyOrdered }),
            );
        },
      ),
    );
  });
});

describe("the query", () => {
  it("accepts one value or several for a facet", () => {
    const parsed = catalogQuerySchema.parse({ brand: "Sony", country: ["US", "DE"] });
    expect([parsed.brand, parsed.country]).toEqual([["Sony"], ["US", "DE"]]);
  });
});
