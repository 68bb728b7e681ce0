import { lt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { DAY, toIso } from "#lib/time/instant.ts";
import { readPriceHistory } from "#server/catalog/changes/readPriceHistory.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { product, type ScriptedService } from "./scriptedService.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";

let world: CatalogWorld;
let service: ScriptedService;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  service = await world.reset();
});

/** Syncs a catalog in which product 1 is as given, or missing, a day later; returns when. */
async function dayWith(more: Partial<Product> | null): Promise<string> {
  world.clock.advance(DAY);
  service.products = [...(more === null ? [] : [product(1, more)]), product(2), product(3)];
  await syncCatalog(world.program, "sandbox", { firstPause: 1 });
  return toIso(world.clock.now());
}
const history = (productId = 1) => readPriceHistory(world.request, { productId });
const prices = async () =>
  (await history()).points.map(({ at, price, offered }) => [at, offered ? price : null]);

describe("the price history of a product", () => {
  it("begins with what it cost before the first change, and has each change with its time", async () => {
    const since = await dayWith({ price: 1_000 });
    const rose = await dayWith({ price: 1_200 });
    const left = await dayWith(null);
    const returned = await dayWith({ price: 900 });
    expect(await prices()).toEqual([
      [null, 1_000],
      [rose, 1_200],
      [left, null],
      [returned, 900],
    ]);
    expect((await history()).recordedSince).toBe(since);
  });

  it("has no point for a change of something else", async () => {
    await dayWith({ price: 1_000 });
    await dayWith({ price: 1_000, name: "Renamed" });
    const rose = await dayWith({ price: 1_100, name: "Renamed" });
    expect(await prices()).toEqual([
      [null, 1_000],
      [rose, 1_100],
    ]);
  });

  it("begins with the day on which the product was new", async () => {
    await dayWith(null);
    const came = await dayWith({ price: 1_000 });
    expect(await prices()).toEqual([[came, 1_000]]);
  });

  it("of a product without changes is what it costs since changes are recorded", async () => {
    const since = await dayWith({ price: 1_000 });
    expect(await history(2)).toMatchObject({ points: [{ at: null, offered: true }], recordedSince: since });
    expect((await history(99)).points).toEqual([]);
  });

  it("does not claim to know when a price began whose change is no longer kept", async () => {
    await dayWith({ price: 1_000 });
    await dayWith({ price: 1_100 });
    const rose = await dayWith({ price: 1_200 });
    await world.program.db.delete(catalogChanges).where(lt(catalogChanges.foundAt, world.clock.now()));
    expect(await prices()).toEqual([
      [null, 1_100],
      [rose, 1_200],
    ]);
  });

  it("is that of the request's environment", async () => {
    await dayWith({ price: 1_000 });
    await dayWith({ price: 1_100 });
    const elsewhere = { ...world.request, environment: "production" as const };
    expect(await readPriceHistory(elsewhere, { productId: 1 })).toEqual({ points: [], recordedSince: null });
  });
});
