import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogPageSchema } from "#lib/contracts/catalog/catalog.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { bumpCatalogVersion, saveProducts } from "#server/catalog/sync/storedProducts.ts";
import { GET as searchRoute } from "#app/api/catalog/products/route.ts";
import { stackWithCatalog, type StackWithCatalog, type Person } from "./stackWithCatalog.ts";
import { product, record } from "./scriptedService.ts";

let stack: StackWithCatalog;
let bea: Person;
beforeAll(async () => {
  stack = await stackWithCatalog();
  await stock("sandbox", [
    product(1, { price: 500 }),
    product(2, { price: 2_500, brands: ["Cards"] }),
    product(3, { price: 10_000 }),
    open(4, { denominationMinValue: 1_000, denominationMaxValue: 5_000, brands: ["Cards"] }),
    open(5, { denominationMinValue: 20_000 }),
    product(6, { price: null }),
    product(7, { price: 2_500, currencyCode: "JPY", brands: ["Cards"] }),
    product(8, { price: 2_500, currencyCode: null }),
  ]);
  // Production has one currency.
  await stock("production", [
    product(1, { price: 500 }),
    product(2, { price: 2_500 }),
    product(3, { currencyCode: null }),
  ]);
  bea = await stack.person("buyer");
});
afterAll(() => stack.close());

function open(id: number, more: Partial<Product>): Product {
  return product(id, { denominationType: "open", denomination: "open", price: null, ...more });
}

async function stock(environment: "sandbox" | "production", products: Product[]) {
  await stack.program.db.transaction(async (tx) => {
    await saveProducts(tx, environment, 1, products.map(record), stack.now());
    await bumpCatalogVersion(tx, environment);
  });
}

const ask = (query: string, environment: "sandbox" | "production" = "sandbox") =>
  bea.call(searchRoute, { path: `/api/catalog/products?sort=name&${query}` }, environment);
async function found(query: string, environment: "sandbox" | "production" = "sandbox") {
  const answer = await ask(query, environment);
  expect([answer.status, answer.json.detail]).toEqual([200, undefined]);
  return catalogPageSchema.parse(answer.json);
}
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);

describe("a price range", () => {
  it.each([
    ["minPrice=10&maxPrice=25", [2, 4]],
    ["minPrice=25,00&maxPrice=25.00", [2, 4]],
    ["minPrice=50.01", [3, 5]],
    ["maxPrice=9.99", [1]],
    ["minPrice=1000.00", [5]],
    ["minPrice=&maxPrice=", [1, 2, 3, 4, 5, 6]],
  ])("%s finds what can be bought within it", async (query, expected) => {
    const page = await found(`currency=EUR&${query}`);
    expect(ids(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  it("uses the chosen currency and its decimals", async () => {
    expect(ids(await found("currency=JPY&minPrice=2500&maxPrice=2500"))).toEqual([7]);
    expect(ids(await found("currency=JPY&maxPrice=25"))).toEqual([]);
  });

  it("needs no chosen currency if the catalog has only one; products without a currency do not match", async () => {
    const page = await found("minPrice=1", "production");
    expect(page.price.currency).toBe("EUR");
    expect(ids(page)).toEqual([1, 2]);
  });

  it("changes the counts of the other facets, and its steps follow their choices", async () => {
    const page = await found("currency=EUR&minPrice=10&maxPrice=25");
    expect(page.facets.brand).toEqual([{ value: "Cards", label: "Cards", count: 2 }]);
    expect(page.facets.denomination.map(({ value, count }) => [value, count])).toEqual([
      ["fixed", 1],
      ["open", 1],
    ]);
    const cards = await found("currency=EUR&brand=Cards&maxPrice=1");
    expect(cards.total).toBe(0);
    const inSteps = cards.price.steps.filter(({ count }) => count > 0);
    expect(inSteps.length).toBeGreaterThan(0);
    for (const { min, max, count } of inSteps) {
      const ends = [
        min === null ? "" : `minPrice=${toMajorText(min, "EUR")}`,
        max === null ? "" : `maxPrice=${toMajorText(max, "EUR")}`,
      ];
      expect((await found(`currency=EUR&brand=Cards&${ends.join("&")}`)).total).toBe(count);
    }
  });

  it("is not offered for several currencies", async () => {
    expect((await found("")).price).toEqual({ currency: null, steps: [] });
    expect((await found("currency=EUR&currency=JPY")).price.currency).toBeNull();
  });
});

describe("an invalid price range is refused with a message at its field", () => {
  it.each([
    ["currency=EUR&minPrice=25&maxPrice=10", { maxPrice: /at least €25\.00/ }],
    ["currency=EUR&minPrice=-5", { minPrice: /without a minus/ }],
    ["currency=EUR&minPrice=cheap", { minPrice: /not an amount/ }],
    ["currency=EUR&maxPrice=1e999", { maxPrice: /not an amount/ }],
    ["currency=EUR&maxPrice=Infinity", { maxPrice: /not an amount/ }],
    ["currency=EUR&minPrice=1234.505", { minPrice: /2 decimals/ }],
    ["currency=JPY&minPrice=10.5", { minPrice: /no decimals/ }],
    ["currency=EUR&minPrice=99999999999999999999", { minPrice: /too large/ }],
    [`currency=EUR&minPrice=${"9".repeat(300)}`, { minPrice: /200/ }],
    ["currency=EUR&minPrice=1&minPrice=2", { minPrice: /one value/ }],
    ["minPrice=10", { minPrice: /one currency/ }],
    ["currency=EUR&currency=JPY&maxPrice=10", { maxPrice: /one currency/ }],
    ["currency=EUR&minPrice=%3Cscript%3E", { minPrice: /amount/ }],
  ])("%s", async (query, fields) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toMatchObject({
      type: "validation",
      fields: Object.fromEntries(
        Object.entries(fields).map(([field, text]) => [field, expect.stringMatching(text)]),
      ),
    });
  });
});
