import { describe, expect, it } from "vitest";
import { fetchedProduct, orderedProduct } from "./atMoment.ts";
import type { Behaviour } from "./behaviours.ts";
import { endlessProduct, scenarioProducts } from "./generate.ts";
import type { CatalogName } from "./names.ts";

const SCENARIOS = scenarioProducts();
const service = (catalog: CatalogName = "usual") => ({
  catalog,
  productById: new Map(SCENARIOS.map(({ product }) => [product.id, product])),
  behaviourOf: new Map(SCENARIOS.map(({ product, behaviour }) => [product.id, behaviour])),
  clock: { now: () => 0 },
});
const listed = (behaviour: Behaviour) => {
  const found = SCENARIOS.find((scenario) => scenario.behaviour === behaviour)?.product;
  if (found === undefined) throw new Error(`no product of ${behaviour}`);
  return found;
};

/** The differences from the list: when the product is fetched, and when it is ordered. */
const CHANGES: [Behaviour, object, object][] = [
  ["slow", {}, {}],
  ["price-moves", { price: 1_050 }, { price: 1_050 }],
  ["price-mismatch", {}, { price: 1_050 }],
  ["currency-mismatch", {}, { currencyCode: "USD" }],
  ["below-minimum", {}, { denominationMinValue: 60_000, denominationMaxValue: 90_000 }],
  ["above-maximum", {}, { denominationMinValue: 100, denominationMaxValue: 500 }],
];

describe("a product", () => {
  it.each(CHANGES)(
    "of scenario %s differs from the list when fetched or ordered",
    (behaviour, fetched, ordered) => {
      const product = listed(behaviour);
      expect(fetchedProduct(service(), product.id)).toEqual({ ...product, ...fetched });
      expect(orderedProduct(service(), product.id)).toEqual({ ...product, ...ordered });
    },
  );

  it("is not there if it is gone, or was never listed", () => {
    const { id } = listed("gone-when-fetched");
    for (const found of [fetchedProduct, orderedProduct]) {
      expect(found(service(), id)).toBeUndefined();
      expect(found(service(), 1)).toBeUndefined();
    }
  });

  it("of the endless or the hostile catalog is there while that catalog is listed", () => {
    const [endless, hostile, unorderable] = [2_000_008, 800_001, 800_101];
    expect(orderedProduct(service("endless"), endless)).toEqual(endlessProduct(7));
    expect(orderedProduct(service("hostile"), hostile)).toMatchObject({
      id: hostile,
      brand: expect.stringContaining("<script>"),
    });
    expect(orderedProduct(service("hostile"), unorderable)).toBeUndefined();
    expect(orderedProduct(service("hostile"), 1)).toBeUndefined();
    for (const catalog of ["usual", "repeating"] as const) {
      expect(orderedProduct(service(catalog), endless)).toBeUndefined();
      expect(orderedProduct(service(catalog), hostile)).toBeUndefined();
    }
    expect(orderedProduct(service("endless"), hostile)).toBeUndefined();
    expect(orderedProduct(service("hostile"), endless)).toBeUndefined();
  });
});
