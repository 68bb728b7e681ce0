import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { BackgroundJob } from "#server/jobs/backgroundJob.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";
import { askToWait } from "#tests/support/askToWait.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let world: OrderWorld;
let worker: BackgroundJob | null = null;
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(() => world.reset());
afterEach(() => worker?.stop());
afterAll(() => world.close());

const stateOf = async (code: string | null) => {
  const [row] = await world.program.db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.externalOrderCode, code ?? ""));
  return row?.state;
};

describe("while the service asks to wait for hours", () => {
  it("an order that never got through is given up half an hour after the wait, if nobody could send it then", async () => {
    await throttleNext(world.sandbox, "place", 36_000);
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "price-moves")),
    );
    expect(placed.state).toBe("waiting");
    await world.sandbox.control("DELETE", "requests");
    await world.advance(631 * MINUTE);
    worker = startOrderWorkers(world.instance());
    await vi.waitFor(
      async () => expect(await stateOf(placed.externalOrderCode)).toBe("not_placed"),
      PATIENTLY,
    );
    expect(await world.received(placed.externalOrderCode ?? "")).toEqual([]);
  });

  it("an order whose fate is unknown asks for a person after its hour", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "down-always")),
    );
    expect(placed.state).toBe("unconfirmed");
    await askToWait(world, 600);
    await world.advance(61 * MINUTE);
    worker = startOrderWorkers(world.instance());
    await vi.waitFor(
      async () => expect(await stateOf(placed.externalOrderCode)).toBe("needs_review"),
      PATIENTLY,
    );
  });

  it("an attempt that died with its program is marked so, though nothing can be asked", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    const client = world.program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const dies = { ...client, placeOrder: () => Promise.reject(new Error("the process died here")) };
    const placed = await placeOrder(
      { ...world.request, services: { sandbox: dies } },
      confirmation(productId),
    );
    expect(placed.state).toBe("submitting");
    await askToWait(world, 600);
    await world.advance(MINUTE);
    worker = startOrderWorkers(world.instance());
    await vi.waitFor(
      async () => expect(await stateOf(placed.externalOrderCode)).toBe("unconfirmed"),
      PATIENTLY,
    );
  });

  it("no other order is even claimed", async () => {
    const placed = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "price-moves")),
    );
    await askToWait(world, 600);
    await world.advance(10 * MINUTE);
    const instance = world.instance();
    worker = startOrderWorkers(instance);
    await worker.stop();
    const [row] = await claimDue(instance, "sandbox", 10);
    expect(row).toMatchObject({ externalOrderCode: placed.externalOrderCode, polls: 0, fence: 2 });
  });
});

describe("a confirmation while the service asks to slow down", () => {
  it("is accepted as waiting, checked against the catalog, and sent once the service may be called again", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    // Read afresh once, so that the catalog has it.
    await readProduct(world.request, productId);
    await askToWait(world, 5);
    await world.sandbox.control("DELETE", "requests");
    const input = confirmation(productId);
    const checked = await preflightOrder(world.request, { currency: "EUR", lines: input.lines });
    expect(checked).toMatchObject({ ok: true, slowedDownUntil: expect.any(String) });
    const placed = await placeOrder(world.request, input);
    expect(placed).toMatchObject({ state: "waiting", attempts: 0 });
    expect(placed.nextLookAt).toBe(checked.slowedDownUntil);
    expect((await placeOrder(world.request, input)).externalOrderCode).toBe(placed.externalOrderCode);
    await world.work();
    expect(await world.sandbox.control("GET", "requests")).toEqual([]);
    await world.advance(6 * MINUTE);
    await world.work();
    expect(await stateOf(placed.externalOrderCode)).toBe("processing");
    expect(await world.ordersAtService(placed.externalOrderCode ?? "")).toHaveLength(1);
  });

  it("still checks every line: what the catalog says cannot be ordered is refused", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    await readProduct(world.request, productId);
    await askToWait(world, 5);
    const wrong = confirmation(productId, { lines: [{ productId, quantity: 1, price: 1 }] });
    await expect(placeOrder(world.request, wrong)).rejects.toMatchObject({ kind: "validation" });
  });

  it("is refused for a product that the catalog does not have, and says when to come back", async () => {
    await askToWait(world, 5);
    const placing = placeOrder(world.request, confirmation(await scenario(world.sandbox, "slow")));
    await expect(placing).rejects.toMatchObject({ kind: "too-many", details: { retryAfterSeconds: 300 } });
  });

  it("is given up half an hour after a wait of hours, if nobody could send it then", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    await readProduct(world.request, productId);
    await askToWait(world, 600);
    const placed = await placeOrder(world.request, confirmation(productId));
    expect(placed.state).toBe("waiting");
    await world.advance(631 * MINUTE);
    worker = startOrderWorkers(world.instance());
    await vi.waitFor(
      async () => expect(await stateOf(placed.externalOrderCode)).toBe("not_placed"),
      PATIENTLY,
    );
    expect(await world.ordersAtService(placed.externalOrderCode ?? "")).toEqual([]);
  });
});
