import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE, toIso } from "#lib/time/instant.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const rowOf = (code: string | null) => findByReference(world.program.db, "sandbox", code ?? "");

describe("an order that the service asks to wait for hours", () => {
  it("is still sent after two of them, as its page says, although it waited for more than half an hour", async () => {
    await throttleNext(world.sandbox, "place", 7_200);
    const { externalOrderCode: code } = await placeOrder(world.request, confirmation(productId));
    // Confirmed meanwhile: not even the first attempt is made.
    const { externalOrderCode: later } = await placeOrder(world.request, confirmation(productId));
    for (const each of [code, later]) {
      const shown = await readOrder(world.request, { reference: each ?? "" });
      const until = Date.parse(shown.sendBefore ?? "");
      expect(until - world.now()).toBeGreaterThan(2 * HOUR + 20 * MINUTE);
    }
    await world.advance(31 * MINUTE);
    await world.work();
    for (const each of [code, later]) expect(await rowOf(each)).toMatchObject({ state: "waiting" });
    await world.advance(90 * MINUTE);
    await world.work();
    for (const each of [code, later]) {
      expect(await rowOf(each)).toMatchObject({ state: "processing" });
      expect(await world.ordersAtService(each ?? "")).toHaveLength(1);
    }
  });

  it.each([86_400, 9_999_999_999])(
    "is given up after a day, where it is asked to wait for %d s",
    async (seconds) => {
      await throttleNext(world.sandbox, "place", seconds);
      const { externalOrderCode: code } = await placeOrder(world.request, confirmation(productId));
      const { sendBefore } = await readOrder(world.request, { reference: code ?? "" });
      const row = await rowOf(code);
      expect(sendBefore).toBe(toIso((row?.createdAt ?? 0) + DAY));
      await world.advance(23 * HOUR);
      await world.work();
      expect(await rowOf(code)).toMatchObject({ state: "waiting" });
      await world.advance(HOUR + MINUTE);
      await world.work();
      expect(await rowOf(code)).toMatchObject({ state: "not_placed" });
      expect((await readOrder(world.request, { reference: code ?? "" })).actions).toContain("copy");
    },
  );
});
