import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { priceExtent, overlaps, rangeCurrency } from "#lib/catalog/filters/priceRange.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { engineOf, search } from "./testing.ts";
import { somePriced } from "#lib/catalog/filters/arbitraries.testing.ts";

describe("a search with a price range", () => {
  it("agrees with filtering one product after the other, in its matches and in every count", () => {
    const end = fc.option(fc.integer({ min: 0, max: 130 }), { nil: null });
    const chosen = fc.constantFrom<string[]>([], ["EUR"], ["USD"], ["EUR", "USD"], ["GBP"]);
    fc.assert(
      fc.property(
        fc.array(somePriced, { maxLength: 25 }),
        chosen,
        end,
        end,
        fc.boolean(),
        (given, currencies, min, max, tagged) => {
          const products = given.map((each, at) => product(at + 1, each));
          const engine = engineOf(products);
          const known = [...new Set(products.flatMap(({ currencyCode }) => currencyCode ?? []))];
          const currency = rangeCurrency(currencies, known);
          const ordered = min === null || max === null || min <= max;
          const range = currency !== null && ordered && (min !== null || max !== null);
          const inCurrency = (each: Product) =>
            currencies.length === 0 || currencies.includes(each.currencyCode ?? "");
          const hasTag = (each: Product) => !tagged || each.tags.includes("a");
          const within = (each: Product, step: { min: number | null; max: number | null }) => {
            const extent = priceExtent(each);
            return (
              each.currencyCode === currency &&
              extent !== null &&
              overlaps(step, extent.lowest, extent.highest)
            );
          };
          const inRange = (each: Product) => !range || within(each, { min, max });
          const result = search(engine, {
            ...(currencies.length === 0 ? {} : { currency: currencies }),
            ...(tagged ? { tag: ["a"] } : {}),
            ...(min === null ? {} : { minPrice: toMajorText(min, currency ?? "") }),
            ...(max === null ? {} : { maxPrice: toMajorText(max, currency ?? "") }),
          });
          expect(result.ids.toSorted((a, b) => a - b)).toEqual(
            products.filter((each) => inCurrency(each) && hasTag(each) && inRange(each)).map(({ id }) => id),
          );
          for (const { value, count } of result.facets.tag) {
            const carriers = products.filter((each) => each.tags.includes(value));
            expect(count).toBe(carriers.filter((each) => inCurrency(each) && inRange(each)).length);
          }
          for (const { value, count } of result.facets.currency) {
            const carriers = products.filter((each) => each.currencyCode === value && hasTag(each));
            // The range filters products of its own currency only.
            expect(count).toBe(carriers.filter((each) => value !== currency || inRange(each)).length);
          }
          expect(result.price.currency).toBe(currency);
          for (const { count, ...step } of result.price.steps) {
            const inStep = products.filter((each) => inCurrency(each) && hasTag(each) && within(each, step));
            expect(count).toBe(inStep.length);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("searches hostile prices like any other", () => {
    const engine = engineOf([
      product(1, { price: -500 }),
      product(2, { price: Number.MAX_SAFE_INTEGER }),
      product(3, { price: null }),
      product(4, { denomination: "open", denominationMinValue: 5_000, denominationMaxValue: 1_000 }),
      product(5, { denomination: "open", denominationStep: 0, denominationMinValue: 0 }),
      product(6, { currencyCode: "????" }),
    ]);
    const found = (view: CatalogView) => search(engine, { currency: ["EUR"], sort: "name", ...view }).ids;
    expect(found({ minPrice: "0.01", maxPrice: "10" })).toEqual([4, 5]);
    expect(found({ maxPrice: "0" })).toEqual([1]);
    expect(found({ minPrice: "90071992547409.91" })).toEqual([2, 4, 5]);
    expect(search(engine, { currency: ["????"], minPrice: "1" }).ids).toHaveLength(1);
  });
});
