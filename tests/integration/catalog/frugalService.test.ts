import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld({ products: 65 });
});
afterAll(() => world.close());

describe("a service that is slow, lists 10 products at a time and allows 10 calls a second", () => {
  it("has its whole catalog read, and takes an order once", async () => {
    const productId = await scenario(world.sandbox, "slow");
    await world.sandbox.control("POST", "settings", { dialect: "frugal" });
    await syncCatalog(world.program, "sandbox");
    expect(await world.database.db.select().from(catalogSyncRuns)).toMatchObject([
      { complete: true, seen: 120, total: 120, failure: null },
    ]);
    const { externalOrderCode } = await placeOrder(world.request, confirmation(productId));
    await world.work();
    expect(await world.ordersAtService(externalOrderCode ?? "")).toHaveLength(1);
  });
});
