import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wouldExceed } from "#server/orders/limits/wouldExceed.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(() => world.noLimits());
afterAll(() => world.close());

const exceeded = async (price: number, currency = "EUR") =>
  (await wouldExceed(world.request, { currency, price })).exceeded;

describe("while an order is built, a buyer is told", () => {
  it("of the limit that its total is above, and nothing within it", async () => {
    expect(await exceeded(1_000_000)).toBeNull();
    await world.limit({ perOrder: 1_000 });
    expect(await exceeded(1_000)).toBeNull();
    expect(await exceeded(1_001)).toEqual({ period: "order", limit: 1_000, used: 0 });
    expect(await exceeded(1, "USDT")).toEqual({ period: "order", limit: 0, used: 0 });
  });

  it("of the limit of the day, with what was ordered of it, as the order itself will be told", async () => {
    const { price } = world.product;
    await world.limit({ perDay: 3 * price });
    await world.order(2);
    expect(await exceeded(price)).toBeNull();
    const above = { period: "day", limit: 3 * price, used: 2 * price };
    expect(await exceeded(2 * price)).toEqual(above);
    expect((await world.order(2)).overLimit).toEqual(above);
  });

  it("nothing if they may place no orders", async () => {
    const support = await world.join("support", "Sam Support");
    expect(await kindOf(wouldExceed(support, { currency: "EUR", price: 1 }))).toBe("forbidden");
  });
});
