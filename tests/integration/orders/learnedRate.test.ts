import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readRateLimit } from "#server/serviceLimits/rateLimiter.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

/** How often the order workers look for orders that are due. */
const LOOK_EVERY = SECOND / 4;

/** Both instances together: enough for several 429s of each kind. */
const ORDERS = 120;

// On a machine that makes fewer calls a second than the service allows, nothing could be learned: no time passes by itself.
const worlds: OrderWorld[] = [];
beforeAll(async () => {
  worlds.push(await createOrderWorld({ stopped: true }), await createOrderWorld({ stopped: true }));
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

async function unconfirmed(world: OrderWorld): Promise<number> {
  const rows = await world.program.db.select({ state: orders.state }).from(orders);
  return rows.filter(({ state }) => state === "unconfirmed").length;
}

/** Orders that could not be placed are sent by two instances, and `afterEach` look for them is called. Returns how many 429s came once one could be known. */
async function later429s(world: OrderWorld, afterEach: () => Promise<unknown>): Promise<number> {
  // Nothing is placed at first; then the service is back, with room for 20 calls a second.
  const down = { statusCode: 502, error: "Bad Gateway", message: "down" };
  await answerNext(world.sandbox, "place", down, { status: 502, times: ORDERS });
  const productId = await scenario(world.sandbox, "price-moves");
  for (let placed = 0; placed < ORDERS; placed += 20) {
    await Promise.all(Array.from({ length: 20 }, () => placeOrder(world.request, confirmation(productId))));
  }
  expect(await unconfirmed(world)).toBe(ORDERS);
  await world.advance(20 * SECOND);
  await world.sandbox.control("POST", "settings", { rate: { burst: 20, perSecond: 20 } });
  world.calls.length = 0;
  const instances = [world.instance(), world.instance()];
  while ((await unconfirmed(world)) > 0) {
    await Promise.all(instances.map((instance) => world.work(instance)));
    await afterEach();
    await world.advance(LOOK_EVERY);
  }
  const is429 = ({ statusCode }: { statusCode: number | null }) => statusCode === 429;
  const first = world.calls.find(is429);
  // Those that were on their way together with the first one could not know of it.
  const learnedBy = (first?.answeredAt ?? Infinity) + SECOND;
  const later = world.calls.filter(({ answeredAt }) => answeredAt > learnedBy);
  expect(later.length).toBeGreaterThan(100);
  return later.filter(is429).length;
}

describe("a service that asks several instances to slow down", () => {
  it("teaches a rate, at which waiting orders are sent with fewer 429s than without it", async () => {
    const [learning, forgetting] = worlds;
    if (learning === undefined || forgetting === undefined) throw new Error("no worlds");
    const learned = await later429s(learning, () => Promise.resolve());
    expect((await readRateLimit(learning.program.db, "sandbox")).bucket).not.toBeNull();
    // How many there are depends on the machine, so that only the two can be compared. Usual are 6 to 25 and 35 to 65.
    const forgotten = await later429s(forgetting, () =>
      forgetting.program.db.update(serviceState).set({ ratePerSecond: null, tokens: null, tokensAt: null }),
    );
    console.info(`429s: ${learned} at a learned rate, ${forgotten} without one`);
    expect(learned).toBeLessThan(0.8 * forgotten);
  });
});
