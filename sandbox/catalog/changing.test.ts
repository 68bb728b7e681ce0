import { describe, expect, it } from "vitest";
import { productAt } from "./changing.ts";
import { generateCatalog, scenarioProducts } from "./generate.ts";
import { Listing } from "./list.ts";

const WEEK = 7 * 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 28);
const PRODUCTS = generateCatalog(2_400);
const listing = new Listing(PRODUCTS);
const at = (now: number) => listing.page("changing", {}, 0, PRODUCTS.length, now);

describe("a catalog that changes", () => {
  it("has each week other prices, other bounds, and products that left or came back, and most as they were", () => {
    for (let week = 0; week < 20; week += 1) {
      const [before, after] = [at(NOW + week * WEEK), at(NOW + (week + 1) * WEEK)].map(
        ({ items }) => new Map(items.map((product) => [product.id, product])),
      );
      const both = PRODUCTS.flatMap(({ id }) => {
        const [one, other] = [before?.get(id), after?.get(id)];
        return one === undefined || other === undefined ? [] : [{ one, other }];
      });
      expect(both.filter(({ one, other }) => one.price !== other.price).length).toBeGreaterThan(5);
      expect(
        both.filter(({ one, other }) => one.denominationMaxValue !== other.denominationMaxValue).length,
      ).toBeGreaterThan(0);
      expect(both.filter(({ one, other }) => one !== other).length).toBeLessThan(PRODUCTS.length / 10);
    }
    const offered = new Set(Array.from({ length: 9 }, (_, week) => at(NOW + week * WEEK).total));
    expect(Math.min(...offered)).toBeLessThan(PRODUCTS.length);
  });

  it("has the scenarios as they are described", () => {
    for (const { product } of scenarioProducts()) {
      for (let week = 0; week < 72; week += 1) expect(productAt(product, NOW + week * WEEK)).toBe(product);
    }
  });

  it("is the same at the same moment, whatever was asked in between", () => {
    const first = at(NOW);
    at(NOW + 5 * WEEK);
    expect(at(NOW)).toEqual(first);
  });

  it("has in its pages what it has in one, filtered or not", () => {
    const filters = { country: ["DE"] };
    const whole = listing.page("changing", filters, 0, PRODUCTS.length, NOW);
    const pages = Array.from({ length: Math.ceil(whole.total / 10) }, (_, page) =>
      listing.page("changing", filters, page * 10, 10, NOW),
    );
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
  });
});
