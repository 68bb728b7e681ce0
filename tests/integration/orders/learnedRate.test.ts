import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readRateLimit } from "#server/serviceState/rateLimiter.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

/** How often the order workers look for orders that are due. */
const LOOK_EVERY = SECOND / 4;

let world: OrderWorld;
// On a machine that makes fewer calls a second than the service allows, nothing could be learned: no time passes by itself.
beforeAll(async () => {
  world = await createOrderWorld({ stopped: true });
});
afterAll(() => world.close());

async function unconfirmed(): Promise<number> {
  const rows = await world.program.db.select({ state: orders.state }).from(orders);
  return rows.filter(({ state }) => state === "unconfirmed").length;
}

describe("a service that asks several instances to slow down", () => {
  it("teaches a rate, at which waiting orders are sent with few more 429s", async () => {
    // Nothing is placed at first; then the service is back, with room for 20 calls a second.
    const down = { statusCode: 502, error: "Bad Gateway", message: "down" };
    await answerNext(world.sandbox, "place", down, { status: 502, times: 120 });
    const productId = await scenario(world.sandbox, "price-moves");
    for (let placed = 0; placed < 120; placed += 20) {
      await Promise.all(Array.from({ length: 20 }, () => placeOrder(world.request, confirmation(productId))));
    }
    expect(await unconfirmed()).toBe(120);
    await world.advance(20 * SECOND);
    await world.sandbox.control("POST", "settings", { rate: { burst: 20, perSecond: 20 } });
    world.calls.length = 0;
    const instances = [world.instance(), world.instance()];
    while ((await unconfirmed()) > 0) {
      await Promise.all(instances.map((instance) => world.work(instance)));
      await world.advance(LOOK_EVERY);
    }
    const is429 = ({ statusCode }: { statusCode: number | null }) => statusCode === 429;
    const first = world.calls.find(is429);
    // Without a learned rate, 8 % of the later ones would be 429s. Those that were on their way together with the first one could not know of it.
    const learnedBy = (first?.answeredAt ?? Infinity) + SECOND;
    const later = world.calls.filter(({ answeredAt }) => answeredAt > learnedBy);
    expect(later.length).toBeGreaterThan(100);
    expect(later.filter(is429).length / later.length).toBeLessThan(0.05);
    expect((await readRateLimit(world.program.db, "sandbox")).bucket).not.toBeNull();
  });
});
