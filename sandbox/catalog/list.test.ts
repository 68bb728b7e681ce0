import { describe, expect, it } from "vitest";
import { endlessProduct, generateCatalog } from "./generate.ts";
import { HOSTILE } from "./hostile.ts";
import { Listing } from "./list.ts";

const PRODUCTS = generateCatalog(300);
const listing = new Listing(PRODUCTS);
const RECORDS = HOSTILE.map(({ record }) => record);

describe("the usual catalog", () => {
  it("is paged, with the number of products that match", () => {
    expect(listing.page("usual", {}, 10, 5, 0)).toEqual({
      hostile: [],
      items: PRODUCTS.slice(10, 15),
      total: 300,
    });
    expect(listing.page("usual", {}, 298, 5, 0).items).toHaveLength(2);
  });

  it.each(["country", "language", "brand", "category", "tag"] as const)("is filtered by %s", (name) => {
    const of = {
      country: "countryCode",
      language: "language",
      brand: "brand",
      category: "category",
    } as const;
    const values = PRODUCTS.slice(0, 40).map((product) =>
      name === "tag" ? (product.tags[0] ?? "") : product[of[name]],
    );
    for (const value of new Set(values)) {
      const matching = PRODUCTS.filter((product) =>
        name === "tag" ? product.tags.includes(value) : product[of[name]] === value,
      );
      const { items, total } = listing.page("usual", { [name]: [value] }, 0, 300, 0);
      expect(items).toEqual(matching);
      expect(total).toBe(matching.length);
    }
  });

  it("has what matches every filter, and any value of each", () => {
    const filters = { country: ["JP", "KW"], category: ["Games"] };
    expect(listing.page("usual", filters, 0, 300, 0).items).toEqual(
      PRODUCTS.filter(({ countryCode, category }) => /JP|KW/.test(countryCode) && category === "Games"),
    );
    expect(listing.page("usual", { brand: [] }, 0, 300, 0).items).toEqual([]);
  });
});

describe("views that were filtered once", () => {
  /** A catalog with one product that counts how often it is read. */
  const counted = () => {
    let reads = 0;
    const watched = generateCatalog(1).map((product) =>
      Object.defineProperty(product, "brand", {
        get: () => {
          reads += 1;
          return "Brand";
        },
      }),
    );
    const view = new Listing(watched);
    return {
      reads: () => reads,
      ask: (brand: string) => view.page("usual", { brand: [brand] }, 0, 1, 0).total,
    };
  };

  it("are kept for the next page, each apart", () => {
    const { reads, ask } = counted();
    expect([ask("Brand"), ask("Brand"), ask("other"), ask("Brand")]).toEqual([1, 1, 0, 1]);
    expect(reads()).toBe(2);
  });

  it("are 64 at most: then the oldest goes", () => {
    const { reads, ask } = counted();
    for (let view = 0; view < 64; view += 1) ask(String(view));
    expect(reads()).toBe(64);
    ask("0");
    expect(reads()).toBe(64);
    ask("64");
    expect(reads()).toBe(65);
    for (let view = 1; view <= 64; view += 1) ask(String(view));
    expect(reads()).toBe(65);
    ask("0");
    expect(reads()).toBe(66);
  });
});

describe("a hostile catalog", () => {
  it("has its records first, then the usual products, over all pages", () => {
    const total = RECORDS.length + 300;
    expect(listing.page("hostile", {}, 0, 5, 0)).toEqual({ hostile: RECORDS.slice(0, 5), items: [], total });
    expect(listing.page("hostile", {}, RECORDS.length - 2, 5, 0)).toEqual({
      hostile: RECORDS.slice(-2),
      items: PRODUCTS.slice(0, 3),
      total,
    });
    expect(listing.page("hostile", {}, RECORDS.length + 7, 5, 0)).toEqual({
      hostile: [],
      items: PRODUCTS.slice(7, 12),
      total,
    });
  });

  it("leaves its records out where the list is filtered", () => {
    const filters = { brand: [PRODUCTS[0]?.brand ?? ""] };
    expect(listing.page("hostile", filters, 0, 50, 0)).toEqual(listing.page("usual", filters, 0, 50, 0));
  });

  it("repeats its first page and always promises more, or never ends", () => {
    expect(listing.page("repeating", {}, 100, 5, 0)).toEqual({
      hostile: [],
      items: PRODUCTS.slice(0, 5),
      total: 110,
    });
    expect(listing.page("endless", {}, 100, 3, 0)).toEqual({
      hostile: [],
      items: [endlessProduct(100), endlessProduct(101), endlessProduct(102)],
      total: 106,
    });
  });
});
