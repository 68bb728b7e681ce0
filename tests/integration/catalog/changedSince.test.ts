import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, toIso } from "#lib/time/instant.ts";
import { readChangedSince } from "#server/catalog/changes/readChangedSince.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
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
  service.products = Array.from({ length: 10 }, (_, place) => product(place + 1));
  await sync();
});

async function sync(): Promise<number> {
  world.clock.advance(HOUR);
  await syncCatalog(world.program, "sandbox", { firstPause: 1 });
  return world.clock.now();
}
const priceOf = (id: number, price: number) => {
  service.products = service.products.map((each) => (each.id === id ? { ...each, price } : each));
};
const lines = (...ids: number[]) => ids.map((productId) => ({ productId }));

describe("what has changed since something was made", () => {
  it("is from what it was then to what it is now, however often it changed between", async () => {
    priceOf(1, 1_500);
    const first = await sync();
    priceOf(1, 2_000);
    priceOf(2, 2_500);
    const second = await sync();
    priceOf(1, 3_000);
    await sync();
    const [before, between, after] = await readChangedSince(world.request, [
      { at: first - 1, lines: lines(1, 2, 3, 1) },
      { at: first, lines: lines(1) },
      { at: second, lines: lines(2, 3) },
    ]);
    expect(before).toEqual({
      since: toIso(first - 1),
      total: 2,
      productIds: [1, 2],
      items: [
        expect.objectContaining({ productId: 1, kinds: ["price"], before: { price: 1_001 } }),
        expect.objectContaining({ productId: 2, kinds: ["price"], before: { price: 1_002 } }),
      ],
    });
    expect(before?.items[0]?.after.price).toBe(3_000);
    expect(between?.items).toMatchObject([{ before: { price: 1_500 }, after: { price: 3_000 } }]);
    expect(after).toBeNull();
  });

  it("is nothing for what changed back, was never saved, or has no products", async () => {
    const at = world.clock.now();
    priceOf(1, 1_500);
    await sync();
    priceOf(1, 1_001);
    await sync();
    const things = [
      { at, lines: lines(1) },
      { at: null, lines: lines(1) },
      { at, lines: [] },
    ];
    expect(await readChangedSince(world.request, things)).toEqual([null, null, null]);
    expect(await readChangedSince(world.request, [])).toEqual([]);
  });

  it("names what is gone first, three products at most, and counts and lists all", async () => {
    const at = world.clock.now();
    for (const id of [1, 2, 3, 4]) priceOf(id, 9_000);
    service.products = service.products.filter(({ id }) => id !== 7);
    await sync();
    const [changed] = await readChangedSince(world.request, [{ at, lines: lines(1, 2, 3, 4, 5, 6, 7) }]);
    expect(changed).toMatchObject({ total: 5, productIds: [7, 1, 2, 3, 4] });
    expect(changed?.items.map(({ productId }) => productId)).toEqual([7, 1, 2]);
  });

  it("is that of the request's environment, and nothing for who may not see the catalog", async () => {
    const at = world.clock.now();
    priceOf(1, 1_500);
    await sync();
    const things = [{ at, lines: lines(1) }];
    const { request } = world;
    expect(await readChangedSince({ ...request, environment: "production" }, things)).toEqual([null]);
    const actor = { ...request.actor, role: "custom", grants: ["orders.place" as const] };
    expect(await readChangedSince({ ...request, actor }, things)).toEqual([null]);
    expect(await readChangedSince(request, things)).not.toEqual([null]);
  });
});
