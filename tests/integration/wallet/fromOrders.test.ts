import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { takeWalletSnapshot } from "#server/wallet/readWallet.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

const euros = () =>
  world.program.db
    .select()
    .from(walletBalances)
    .where(and(eq(walletBalances.environment, "sandbox"), eq(walletBalances.currency, "EUR")));

describe("the wallet in answers about orders", () => {
  it("is kept with the order that told it, once while polls and the job tell the same", async () => {
    const productId = await scenario(world.sandbox, "slow");
    const { externalOrderCode } = await placeOrder(world.request, confirmation(productId));
    await expect.poll(async () => (await euros()).length).toBe(1);
    const [order] = await world.program.db
      .select()
      .from(orders)
      .where(eq(orders.externalOrderCode, externalOrderCode ?? ""));
    const [told] = await euros();
    expect(told).toMatchObject({
      source: "order",
      orderRow: order?.id,
      at: order?.placedAt,
      available: 1_250_000,
    });

    await world.advance(6 * MINUTE);
    await world.work();
    expect(await takeWalletSnapshot(world.program, "sandbox")).toBe(true);
    const kept = await euros();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.lastSeenAt).toBeGreaterThan(told?.at ?? 0);
  });
});
