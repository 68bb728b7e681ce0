import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { catalogQuery, type CatalogView } from "#lib/contracts/catalog.ts";
import type { Product } from "#lib/contracts/product.ts";
import type { AskedFacets } from "./applyFilters.ts";
import { searchCatalog } from "./searchCatalog.ts";
import { IndexBuilder, type SearchIndex } from "./searchIndex.ts";

function product(id: number, name: string, more: Partial<Product> = {}): Product {
  return {
    id,
    name,
    currencyCode: "EUR",
    countryCode: "DE",
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
    ...more,
  };
}

function indexOf(products: readonly Product[]): SearchIndex {
  const builder = new IndexBuilder();
  for (const each of products) builder.add(each);
  return builder.finish();
}

const found = (index: SearchIndex, view: CatalogView, asked?: AskedFacets) =>
  [...searchCatalog(index, view, asked).places].map((place) => index.ids[place]);

const shop = indexOf([
  product(101, "Café Müller Voucher", { brands: ["Café Müller"], price: 2_500 }),
  product(102, "Netflix 25 EUR", { brands: ["Netflix"], categories: ["Streaming"], price: 2_500 }),
  product(103, "Gift for Netflix fans", { brands: ["Fans"], price: 900 }),
  product(104, "Xbox Game Pass", {
    brands: ["Microsoft"],
    categories: ["Games"],
    countryCode: "US",
    currencyCode: "USD",
    price: null,
  }),
  product(105, "PlayStation Store", {
    brands: ["Sony"],
    categories: ["Games"],
    tags: ["console", "new"],
    countryCode: "US",
    currencyCode: "USD",
    denomination: "open",
    denominationMinValue: 500,
    price: null,
  }),
  product(106, "بطاقة ألعاب", { countryCode: "AE", currencyCode: "AED", tags: ["console"] }),
  product(1_050, "Øresund Ticket ★", { countryCode: "DK", currencyCode: "JPY", price: 900 }),
]);

describe("products are found by", () => {
  test.each([
    ["a word", "voucher", [101]],
    ["a word without its accents", "cafe muller", [101]],
    ["a word in capitals", "CAFÉ", [101]],
    ["a letter that has no accent to take off", "oresund", [1_050]],
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
    ["a slip while still typing", "plya", [105]],
    ["other scripts", "ألعاب", [106]],
    ["a symbol", "★", [1_050]],
    ["a single letter as a beginning", "x", [104]],
  ])("%s", (_by, q, ids) => expect(found(shop, { q })).toEqual(ids));

  it("finds nothing where one of the words fits nothing", () => {
    expect(found(shop, { q: "netflix zzzzzz" })).toEqual([]);
    expect(found(shop, { q: "qq" })).toEqual([]);
  });
  it("shows everything where the query says nothing", () => {
    expect(found(shop, { q: "  - " })).toHaveLength(7);
    expect(found(shop, {})).toHaveLength(7);
  });
  it("puts names that begin with the word before names that hold it", () => {
    expect(found(shop, { q: "netflix" })).toEqual([102, 103]);
  });
});

describe("order", () => {
  it("by price counts each currency's own decimals and leaves what has no price to the end, both ways", () => {
    const ids = found(shop, { sort: "price" });
    expect(ids.slice(0, 2)).toEqual([105, 103]);
    expect(ids.at(-1)).toBe(104);
    // 900 yen are more than 25.00 of anything here.
    expect(ids.at(-2)).toBe(1_050);
    expect(found(shop, { sort: "-price" })[0]).toBe(1_050);
    expect(found(shop, { sort: "-price" }).at(-1)).toBe(104);
  });
  it("by name", () => expect(found(shop, { sort: "name", currency: ["EUR"] })).toEqual([101, 103, 102]));
});

describe("facets", () => {
  it("several values of one facet widen, several facets narrow", () => {
    expect(found(shop, { country: ["US", "AE"], sort: "name" })).toEqual([105, 104, 106]);
    expect(found(shop, { country: ["US", "AE"], tag: ["console"], sort: "name" })).toEqual([105, 106]);
  });
  it("counts of a facet follow the other choices, not its own", () => {
    const { facets } = searchCatalog(shop, { country: ["US"], category: ["Games"] });
    expect(facets.country).toEqual([{ value: "US", label: "United States", count: 2 }]);
    expect(facets.category).toEqual([{ value: "Games", label: "Games", count: 2 }]);
    const streaming = searchCatalog(shop, { category: ["Streaming"] }).facets;
    expect(streaming.category.map(({ value, count }) => [value, count])).toEqual([
      ["Games", 2],
      ["Streaming", 1],
    ]);
    expect(streaming.currency.map(({ value, count }) => [value, count])).toEqual([["EUR", 1]]);
  });
  it("a chosen value that nothing carries stays in the list, so that it can be taken back", () => {
    const { facets } = searchCatalog(shop, { brand: ["Nobody"] });
    expect(facets.brand).toContainEqual({ value: "Nobody", label: "Nobody", count: 0 });
  });
  it("a choice the service answered is taken from its ids", () => {
    expect(found(shop, { language: ["fr"] }, { language: new Set([102, 104, 999]) })).toEqual([102, 104]);
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

it("agrees with filtering one product after the other, in what is shown and in every count", () => {
  fc.assert(
    fc.property(fc.array(some, { maxLength: 30 }), view, (given, chosen: CatalogView) => {
      const products = given.map((each, at) => product(9_000 + at, each.name, each));
      const index = indexOf(products);
      const fits = (each: Product, without?: string) =>
        (chosen.q ?? "").split(" ").every((word) => {
          const text =
            `${named(each)} ${each.brands.join(" ")} ${each.tags.join(" ")} ${each.countryCode === "FR" ? "fr france" : "de germany"} eur `.toLowerCase();
          return word.length === 1 ? text.includes(` ${word}`) : text.includes(word);
        }) &&
        (without === "country" || !chosen.country || chosen.country.includes(each.countryCode ?? "")) &&
        (without === "brand" || !chosen.brand || chosen.brand.some((value) => each.brands.includes(value))) &&
        (without === "tag" || !chosen.tag || chosen.tag.some((value) => each.tags.includes(value)));
      const result = searchCatalog(index, chosen);
      const corrected = chosen.q === "card" || chosen.q === "uber";
      if (corrected && !products.some((each) => named(each).includes(chosen.q ?? ""))) return;
      expect([...result.places].map((place) => index.ids[place] ?? 0).toSorted((a, b) => a - b)).toEqual(
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

it("survives a hostile catalog", () => {
  const index = indexOf([
    product(1, "x".repeat(10_000), { brands: Array.from({ length: 500 }, (_, at) => `brand ${at}`) }),
    product(2, "\u0000\u202e<script>alert(1)</script>\ud800", { brands: ["b".repeat(5_000), ""] }),
    product(3, "", { countryCode: "not a country", currencyCode: "????", price: -5 }),
    product(4, "\n\t\n name\tother", { languages: ["../..", "__proto__", "constructor"] }),
  ]);
  expect(found(index, {})).toHaveLength(4);
  expect(found(index, { q: "script alert" })).toEqual([2]);
  expect(found(index, { q: "name" })).toEqual([4]);
  expect(found(index, { language: ["__proto__"] })).toEqual([4]);
  expect(searchCatalog(index, {}).facets.brand.every(({ value }) => value.length <= 200)).toBe(true);
  expect(found(indexOf([]), { q: "anything", country: ["DE"] })).toEqual([]);
});

it("takes one value or several for a facet in the query", () => {
  const parsed = catalogQuery.parse({ brand: "Sony", country: ["US", "DE"] });
  expect([parsed.brand, parsed.country]).toEqual([["Sony"], ["US", "DE"]]);
});
