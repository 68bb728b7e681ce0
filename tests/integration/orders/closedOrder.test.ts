import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

/** An order of which the answer was lost, after (or before) the service made it, and that a member has closed. */
async function closed(when: "before" | "after"): Promise<string> {
  await world.sandbox.control("DELETE", "faults");
  await world.sandbox.control("POST", "faults", { operation: "place", when, action: { kind: "close" } });
  const productId = await scenario(world.sandbox, "price-moves");
  const { externalOrderCode, state } = await placeOrder(world.request, confirmation(productId));
  expect(state).toBe("unconfirmed");
  const reference = externalOrderCode ?? "";
  const ours = eq(orders.externalOrderCode, reference);
  await world.program.db.update(orders).set({ state: "needs_review" }).where(ours);
  const view = await endOrder(world.request, { reference, verb: "close", reason: "Nobody knows it" });
  expect(view).toMatchObject({ state: "closed", nextLookAt: null, actions: ["check", "copy"] });
  await world.advance(5 * MINUTE);
  return reference;
}

describe("an order that was closed", () => {
  it("continues with an alarm where a check finds that the service has it after all", async () => {
    const reference = await closed("after");
    const found = await checkOrder(world.request, { reference });
    expect(found).toMatchObject({ state: "completed", delivered: 4, canReveal: true });
    expect(found.alarm).toContain("although it was recorded here as closed");
  });

  it("stays closed where the service does not have it", async () => {
    const reference = await closed("before");
    expect(await checkOrder(world.request, { reference })).toMatchObject({
      state: "closed",
      alarm: null,
      nextLookAt: null,
    });
    expect(await world.ordersAtService(reference)).toEqual([]);
  });
});
