import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  LOOKUP_LIMITS,
  productLookupResultSchema,
  productLookupSchema,
} from "#lib/contracts/catalog/productLookup.ts";
import { lookUpProducts } from "#server/catalog/lookUpProducts.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";
import { product, type ScriptedService } from "./scriptedService.ts";

let world: CatalogWorld;
let service: ScriptedService;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  service = await world.reset();
});

const lookUp = (ids: number[], ...names: { name: string; country: string }[]) =>
  lookUpProducts(world.request, { ids, names });

describe("looking up the products of a table", () => {
  it("finds them by id and by name, each name in its place, and leaves out what is not offered", async () => {
    service.products = [
      product(1, { name: "Nordwind Gift Card" }),
      product(2, { name: "Nordwind Gift Card", countryCode: "AT" }),
    ];
    await syncCatalog(world.program, "sandbox");
    const nothing = { name: "nothing", country: "" };
    const nordwind = { name: "nordwind gift card", country: "" };
    await expect.poll(async () => (await lookUp([], nordwind)).names[0]?.total, { interval: 50 }).toBe(2);
    const found = await lookUp([2, 2, 99], nothing, nordwind, { ...nordwind, country: "Austria" });
    expect(productLookupResultSchema.parse(found)).toEqual(found);
    expect(found.products.map(({ id }) => id)).toEqual([2]);
    expect(found.names.map(({ products, total }) => [products.map(({ id }) => id), total])).toEqual([
      [[], 0],
      [[1, 2], 2],
      [[2], 1],
    ]);
    service.products = [product(1, { name: "Nordwind Gift Card" })];
    await syncCatalog(world.program, "sandbox");
    expect((await lookUp([1, 2])).products.map(({ id }) => id)).toEqual([1]);
    await expect
      .poll(async () => (await lookUp([], nordwind)).names[0], { interval: 50 })
      .toMatchObject({ products: [{ id: 1 }], total: 1 });
  });

  it("is bounded: more ids or names than one answer holds are refused", () => {
    const ids = Array.from({ length: LOOKUP_LIMITS.ids + 1 }, (_, at) => at + 1);
    const names = Array.from({ length: LOOKUP_LIMITS.names + 1 }, () => ({ name: "a", country: "" }));
    expect(productLookupSchema.safeParse({ ids, names: [] }).success).toBe(false);
    expect(productLookupSchema.safeParse({ ids: [], names }).success).toBe(false);
    expect(productLookupSchema.safeParse({ ids: ids.slice(1), names: names.slice(1) }).success).toBe(true);
  });

  it("answers with a bounded size, whatever a hostile catalog holds", async () => {
    service.products = Array.from({ length: 300 }, (_, at) =>
      product(at + 1, {
        name: `card ${"x".repeat(50_000)} ${at}`,
        tags: Array.from({ length: 500 }, String),
      }),
    );
    await syncCatalog(world.program, "sandbox");
    await expect
      .poll(async () => (await lookUp([], { name: "card", country: "" })).names[0]?.total)
      .toBe(300);
    const found = await lookUp([], { name: "card", country: "" });
    expect(found.names[0]?.products).toHaveLength(LOOKUP_LIMITS.matches);
    expect(JSON.stringify(found).length).toBeLessThan(LOOKUP_LIMITS.matches * 2_000);
  });
});
