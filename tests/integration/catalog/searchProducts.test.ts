import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogPageSchema, catalogQuerySchema } from "#lib/contracts/catalog/catalog.ts";
import { productDetailSchema } from "#lib/contracts/catalog/product.ts";
import { HOUR } from "#lib/time/instant.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";
import { failure, product, record, type ScriptedService } from "./scriptedService.ts";

let world: CatalogWorld;
let service: ScriptedService;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  service = await world.reset();
});

const search = (query: Record<string, unknown> = {}) =>
  searchProducts(world.request, catalogQuerySchema.parse(query));
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
/** While a catalog is indexed again, searches use the previous index. */
const expectSearch = async (query: Record<string, unknown>, expected: number[]) => {
  await expect.poll(async () => ids(await search(query)), { interval: 50 }).toEqual(expected);
};
const unreachable = () => ({
  ok: false as const,
  failure: failure({ kind: "not_sent", detail: "The service cannot be reached." }),
});

describe("a search for products", () => {
  it("answers in the shape of the contract, with pages and counts", async () => {
    service.products = Array.from({ length: 150 }, (_, at) =>
      product(at + 1, { name: `Card ${String(at + 1).padStart(3, "0")}` }),
    );
    await syncCatalog(world.program, "sandbox");
    await expectSearch({ take: 2 }, [1, 2]);
    const page = await search({ skip: 100, take: 40, brand: "Brand 1" });
    expect(catalogPageSchema.parse(page)).toEqual(page);
    expect(page).toMatchObject({ total: 50, of: 150, items: [], stale: false, progress: null });
    expect(page.facets.brand.map(({ count }) => count)).toEqual([50, 50, 50]);
    expect(ids(await search({ skip: 40, take: 3, brand: "Brand 1" }))).toEqual([121, 124, 127]);
    expect(page.asOf).toBe(new Date(world.clock.now()).toISOString());
  });

  it("shows the right rows of more products than it keeps, in any order and again", async () => {
    const numbers = Array.from({ length: 620 }, (_, at) => at + 1);
    const name = (id: number) => `Card ${String(id).padStart(3, "0")}`;
    service.products = numbers.map((id) => product(id, { name: name(id) }));
    await syncCatalog(world.program, "sandbox");
    await expectSearch({ take: 2 }, [1, 2]);
    for (const skip of [0, 500, 40, 580, 300, 0, 500, 60]) {
      const { items } = await search({ skip, take: 100 });
      const shown = numbers.slice(skip, skip + 100);
      expect(items.map((item) => [item.id, item.name])).toEqual(shown.map((id) => [id, name(id)]));
    }
  });

  it("shows a row as it is since the catalog last changed, read from the database once", async () => {
    service.products = [product(1, { name: "Before" }), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    const rename = (to: string) =>
      world.program.db.execute(sql`update catalog_products
        set product = jsonb_set(product, '{name}', to_jsonb(${to}::text)) where product_id = 1`);
    await rename("Nobody was told");
    expect((await search()).items[0]?.name).toBe("Before");
    service.products = [product(1, { name: "After" }), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expect.poll(async () => (await search()).items[0]?.name).toBe("After");
  });

  it("answers a list again as it did, until something that it shows has changed", async () => {
    service.products = [product(1, { name: "One" }), product(2, { name: "Two" })];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    const seen = await search();
    expect(await search()).toBe(seen);
    expect(ids(await search({ q: "two" }))).toEqual([2]);
    expect(ids(await search({ skip: 1 }))).toEqual([2]);
    expect(await search()).toBe(seen);
    service.products = [product(1, { name: "One" })];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1]);
    expect((await search()).stale).toBe(false);
    world.clock.advance(2 * HOUR);
    expect((await search()).stale).toBe(true);
  });

  it("keeps no list that is very long", async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `${at} ${"x".repeat(280)}`);
    service.products = Array.from({ length: 100 }, (_, at) => product(at + 1, { brands: texts }));
    await syncCatalog(world.program, "sandbox");
    await expect.poll(async () => (await search()).total).toBe(100);
    const seen = await search({ take: 60 });
    expect(await search({ take: 60 })).not.toBe(seen);
    expect(await search({ take: 60 })).toEqual(seen);
    const short = await search({ take: 1 });
    expect(await search({ take: 1 })).toBe(short);
  });

  it("keeps no more than a number of lists, those asked for last", async () => {
    service.products = [product(1, { name: "One" }), product(2, { name: "Two" })];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    const [often, once] = [await search(), await search({ q: "one" })];
    for (let take = 1; take <= 80; take += 1) {
      await search({ take });
      expect(await search()).toBe(often);
    }
    expect(await search({ q: "one" })).not.toBe(once);
    expect(await search({ q: "one" })).toEqual(once);
  });

  it("answers while the service is unreachable, and says when the catalog was last read", async () => {
    service.products = [product(1), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    service.beforePage = unreachable;
    await syncCatalog(world.program, "sandbox", { firstPause: 1 });
    expect(await search()).toMatchObject({
      total: 2,
      stale: true,
      staleReason: "The service cannot be reached.",
    });
  });

  it("answers during the first sync run, and shows its progress", async () => {
    service.products = Array.from({ length: 250 }, (_, at) => product(at + 1));
    service.total = () => 250;
    let during: Awaited<ReturnType<typeof search>> | null = null;
    service.beforePage = () => undefined;
    const list = service.listProducts.bind(service);
    service.listProducts = async (query) => {
      if (query.skip === 200) {
        await expect.poll(async () => (await search()).total).toBeGreaterThanOrEqual(100);
        during = await search();
      }
      return list(query);
    };
    await syncCatalog(world.program, "sandbox");
    expect(during).toMatchObject({ asOf: null, stale: false, progress: { total: 250 } });
    expect((await search()).progress).toBeNull();
  });

  it("asks the service to apply filters that no product carries, and says which those are", async () => {
    service.products = [product(1), product(2), product(3)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2, 3]);
    service.beforePage = ({ filters }) =>
      filters?.language === "fr"
        ? {
            ok: true,
            statusCode: 200,
            value: { products: [record(product(2))], unreadable: [], recordCount: 1, total: null },
          }
        : undefined;
    const page = await search({ language: "fr" });
    expect(ids(page)).toEqual([2]);
    expect(page.askedFacets).toEqual(["language", "category", "tag"]);
    const asked = service.pages.length;
    await search({ language: "fr", sort: "price" });
    expect(service.pages).toHaveLength(asked);
    service.beforePage = unreachable;
    await expect(search({ category: "Games" })).rejects.toMatchObject({ kind: "service-unreachable" });
  });

  it("reads all pages of such a filter, even if the service refuses to page beyond the end", async () => {
    service.products = [product(1), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    const fitting = Array.from({ length: 100 }, (_, at) => record(product(at + 1)));
    service.beforePage = ({ skip }) =>
      skip === 0
        ? {
            ok: true,
            statusCode: 200,
            value: { products: fitting, unreadable: [], recordCount: 100, total: 100 },
          }
        : { ok: false, failure: failure({ kind: "refused", statusCode: 400 }) };
    expect(ids(await search({ language: "fr" }))).toEqual([1, 2]);
  });

  it("is allowed in an environment that is configured", async () => {
    await expect(
      searchProducts({ ...world.request, environment: "production" }, catalogQuerySchema.parse({})),
    ).rejects.toMatchObject({ kind: "not-configured" });
  });

  it("returns rows of limited size whatever the names are", async () => {
    service.products = [
      product(1, { name: "n".repeat(10_000), tags: Array.from({ length: 900 }, (_, at) => `t${at}`) }),
    ];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1]);
    const [row] = (await search()).items;
    expect(row?.name).toHaveLength(301);
    expect(row?.tags).toHaveLength(20);
  });
});

describe("the page of a product", () => {
  it("reads the product again, says what changed, and corrects the list", async () => {
    service.products = [product(1, { price: 500 }), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    service.products = [product(1, { price: 700, name: "Renamed" }), product(2)];
    const detail = await readProduct(world.request, 1);
    expect(productDetailSchema.parse(detail)).toEqual(detail);
    expect(detail.changes).toEqual([
      { field: "name", before: "Product 1", after: "Renamed" },
      { field: "price", before: 500, after: 700 },
    ]);
    expect((await readProduct(world.request, 1)).changes).toEqual([]);
    await expectSearch({ q: "renamed" }, [1]);
  });

  it("retires a product that the service no longer has, with the service's message", async () => {
    service.products = [product(1), product(2)];
    await syncCatalog(world.program, "sandbox");
    await expectSearch({}, [1, 2]);
    service.products = [product(2)];
    await expect(readProduct(world.request, 1)).rejects.toMatchObject({
      kind: "not-found",
      message: "Product 1 was not found in your catalog",
    });
    await expectSearch({}, [2]);
  });

  it("adds a product to the list that paging had missed, and keeps it until the next sync run", async () => {
    service.products = [product(1)];
    await syncCatalog(world.program, "sandbox");
    service.products = [product(1), product(9)];
    await readProduct(world.request, 9);
    await expectSearch({}, [1, 9]);
  });

  it("shows the product as last seen while the service is unreachable", async () => {
    service.products = [product(1)];
    await syncCatalog(world.program, "sandbox");
    const seenAt = world.clock.now();
    world.clock.advance(60_000);
    service.beforeRead = unreachable;
    expect(await readProduct(world.request, 1)).toMatchObject({
      id: 1,
      stale: true,
      staleReason: "The service cannot be reached.",
      asOf: new Date(seenAt).toISOString(),
    });
    await expect(readProduct(world.request, 77)).rejects.toMatchObject({ kind: "service-unreachable" });
  });

  it("does not report a change for text that the database cannot store", async () => {
    service.products = [product(1, { name: "a\u0000b" })];
    await syncCatalog(world.program, "sandbox");
    expect((await readProduct(world.request, 1)).changes).toEqual([]);
  });
});

// The last one: such an index is kept for a while, also after the catalog has changed.
describe("a catalog too large to be indexed with every change", () => {
  it("shows all products as soon as the first sync run is complete", async () => {
    service.products = Array.from({ length: 5_200 }, (_, at) => product(at + 1));
    service.total = () => 5_200;
    service.beforePage = ({ skip }) =>
      skip === 5_100 ? { ok: false, failure: failure({ kind: "not_sent" }) } : undefined;
    await syncCatalog(world.program, "sandbox", { firstPause: 1 });
    // Indexed before the run is complete; at this size it is not indexed again with every change.
    await expect.poll(async () => (await search()).total).toBe(5_100);
    expect((await search()).progress).not.toBeNull();
    service.beforePage = null;
    await syncCatalog(world.program, "sandbox");
    expect(await search()).toMatchObject({ total: 5_200, progress: null });
  });
});
