import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { attempts, orders } from "#server/db/schema/orders.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { sendWithoutLookingUp } from "#server/orders/worker/sendWithoutLookingUp.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { sendOrder, type Fixed } from "#scripts/bench/placing.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { askToWait } from "#tests/support/askToWait.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let productId: number;
let slow: Fixed;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
  slow = { id: productId, currencyCode: "EUR", price: 1_000 };
});
beforeEach(async () => {
  await world.reset();
  await world.sandbox.control("DELETE", "requests");
  await readProduct(world.request, productId);
});
afterAll(() => world.close());

/** Confirms an order under a typed code while the service is not to be called. */
async function confirmWhileThrottled(code: string) {
  await askToWait(world, 5);
  const input = confirmation(productId, { externalOrderCode: code });
  return { input, placed: await placeOrder(world.request, input) };
}
const rowOf = (code: string) => findByReference(world.program.db, "sandbox", code);
const methods = async (code: string) => (await world.received(code)).map(({ method }) => method);

describe("a typed order reference while the service asks to slow down", () => {
  it("is accepted as waiting, and looked up before the first attempt", async () => {
    const code = `MY-${randomUUID()}`;
    const { input, placed } = await confirmWhileThrottled(code);
    expect(placed).toMatchObject({ state: "waiting", attempts: 0, externalOrderCode: code });
    expect((await placeOrder(world.request, input)).externalOrderCode).toBe(code);
    await world.work();
    expect(await world.received(code)).toEqual([]);
    await world.advance(6 * MINUTE);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "processing", attempts: 1 });
    expect(await methods(code)).toEqual(["GET", "POST"]);
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });

  it("is checked without the service: the review says that the order will wait", async () => {
    await askToWait(world, 5);
    const lines = [{ productId, quantity: 4 }];
    const checked = await preflightOrder(world.request, {
      currency: "EUR",
      lines,
      externalOrderCode: "MY-1",
    });
    expect(checked).toMatchObject({ ok: true, orderProblems: [], slowedDownUntil: expect.any(String) });
  });

  it("that another order has is never sent: nothing is bought, and the other order is left alone", async () => {
    const code = `MY-${randomUUID()}`;
    const { placed } = await confirmWhileThrottled(code);
    await sendOrder(world.sandbox, slow, code);
    await world.sandbox.control("DELETE", "requests");
    await world.advance(6 * MINUTE);
    await world.work();
    const row = await rowOf(code);
    expect(row).toMatchObject({ state: "rejected", attempts: 0, orderId: null, nextActionAt: null });
    expect(await methods(code)).toEqual(["GET"]);
    expect(placed.actions).toContain("withdraw");
    const records = await world.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.orderRow, row?.id ?? ""));
    expect(records.map(({ toState }) => toState)).toEqual(["waiting", "rejected"]);
    // Never polled again, because its reference belongs to the other order.
    await world.advance(24 * 60 * MINUTE);
    await world.work();
    expect(await methods(code)).toEqual(["GET"]);
  });

  it("whose order ended unsent is never asked about by a person either, for it can only be another order's", async () => {
    for (const end of ["withdrawn", "not_placed", "rejected"] as const) {
      const code = `MY-${randomUUID()}`;
      await confirmWhileThrottled(code);
      if (end === "withdrawn") await endOrder(world.request, { reference: code, verb: "withdraw" });
      await sendOrder(world.sandbox, slow, code);
      await world.advance((end === "not_placed" ? 31 : 6) * MINUTE);
      await world.work();
      expect(await rowOf(code)).toMatchObject({ state: end, attempts: 0 });
      await world.sandbox.control("DELETE", "requests");
      expect(await checkOrder(world.request, { reference: code })).toMatchObject({
        state: end,
        orderId: null,
      });
      expect(await methods(code)).toEqual([]);
    }
  });

  it("is looked up again when the service did not answer, and given up after half an hour", async () => {
    const code = `MY-${randomUUID()}`;
    await confirmWhileThrottled(code);
    await world.sandbox.control("POST", "faults", { operation: "order", action: { kind: "reset" } });
    await world.advance(6 * MINUTE);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await methods(code)).not.toContain("POST");
    await world.advance(31 * MINUTE);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "not_placed", attempts: 0 });
    expect(await methods(code)).not.toContain("POST");
  });

  it("is looked up again when the answer says nothing of an order, and not called another order's", async () => {
    const code = `MY-${randomUUID()}`;
    await confirmWhileThrottled(code);
    await answerNext(world.sandbox, "order", { status: "maintenance" });
    await world.advance(6 * MINUTE);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "waiting", attempts: 0 });
    await world.advance(2 * MINUTE);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "processing", attempts: 1 });
    expect(await methods(code)).toEqual(["GET", "GET", "POST"]);
  });

  it("is looked up again by the instance that takes over after a crash between look-up and attempt", async () => {
    const code = `MY-${randomUUID()}`;
    await confirmWhileThrottled(code);
    await world.advance(6 * MINUTE);
    // Claimed, and abandoned before anything was written.
    expect(await claimDue(world.instance(), "sandbox", 10)).toHaveLength(1);
    await world.advance(MINUTE);
    await world.work();
    expect(await methods(code)).toEqual(["GET", "POST"]);
    expect(await rowOf(code)).toMatchObject({ state: "processing" });
  });

  it("is sent again after a restore, and answered with the order that was sent since the backup", async () => {
    const code = `MY-${randomUUID()}`;
    await confirmWhileThrottled(code);
    const backup = await rowOf(code);
    if (backup === null) throw new Error("the order is gone");
    await world.advance(6 * MINUTE);
    await world.work();
    await world.program.db.delete(attempts).where(eq(attempts.orderRow, backup.id));
    await world.program.db.update(orders).set(backup).where(eq(orders.id, backup.id));
    await sendWithoutLookingUp(world.program);
    await world.work();
    expect(await rowOf(code)).toMatchObject({ state: "processing", attempts: 1, alarm: null });
    expect(await methods(code)).toEqual(["GET", "POST", "POST"]);
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });
});
