import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { attempts, orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { isAppError } from "#server/context/errors.ts";
import type { BackgroundJob } from "#server/jobs/backgroundJob.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { claimDue, claimOne, releaseLease, underLease } from "#server/orders/ledger/lease.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, IMPATIENT, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";
import { holdAnswers } from "#tests/support/holdAnswers.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let world: OrderWorld;
let workers: BackgroundJob[] = [];
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(async () => {
  await world.sandbox.control("DELETE", "faults");
  await world.sandbox.control("POST", "settings", { rate: { burst: 100_000, perSecond: 100_000 } });
  await world.program.db.delete(serviceState);
});
afterAll(() => world.close());

function work(program: Program): void {
  workers.push(startOrderWorkers(program));
}
async function rest(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

const placeMany = async (count: number, behaviour: Parameters<typeof scenario>[1] = "price-moves") => {
  const productId = await scenario(world.sandbox, behaviour);
  const placed = [];
  for (let from = 0; from < count; from += 20) {
    const batch = Array.from({ length: Math.min(20, count - from) }, () =>
      placeOrder(world.request, confirmation(productId)),
    );
    placed.push(...(await Promise.all(batch)));
  }
  return placed;
};
const statesOf = async () => {
  const rows = await world.program.db.select({ state: orders.state }).from(orders);
  return Object.groupBy(rows, ({ state }) => state);
};
const openAttempts = () => world.program.db.select().from(attempts).where(isNull(attempts.endedAt));

const hang = () => world.sandbox.control("POST", "faults", { operation: "place", action: { kind: "hang" } });
const postsOf = async (code: string) =>
  (await world.received(code)).filter(({ method }) => method === "POST").length;
/** Has an order sent again whose first attempt got no answer. */
async function sendAgain(code: string): Promise<void> {
  await world.advance(30 * SECOND);
  await world.work();
  expect([await postsOf(code), (await world.ordersAtService(code)).length]).toEqual([2, 1]);
}

describe("several instances on one database", () => {
  it("share the work: each order is polled once, by one of them", async () => {
    const placed = await placeMany(60);
    await world.advance(30 * SECOND);
    await world.sandbox.control("DELETE", "requests");
    const [first, second] = [world.instance(), world.instance()];
    work(first);
    work(second);
    await vi.waitFor(async () => {
      expect((await statesOf()).completed).toHaveLength(60);
    }, PATIENTLY);
    await rest();
    const requests = await Promise.all(placed.map(({ orderId }) => world.received(orderId ?? "")));
    expect(requests.map((each) => each.length)).toEqual(placed.map(() => 1));
  });

  it("take over what a dead one held, within 30 seconds of its death, and buy once", async () => {
    const [order] = await placeMany(1, "down-once");
    await world.advance(10 * SECOND);
    // It claims the order, and dies before it does anything with it.
    const dead = world.instance();
    expect(await claimDue(dead, "sandbox", 10)).toHaveLength(1);
    const other = world.instance();
    expect(await claimDue(other, "sandbox", 10)).toEqual([]);
    await world.advance(29 * SECOND);
    work(other);
    await vi.waitFor(async () => {
      expect((await statesOf()).unconfirmed).toBeUndefined();
    }, PATIENTLY);
    await rest();
    expect(await world.ordersAtService(order?.externalOrderCode ?? "")).toHaveLength(1);
  });
});

describe("a database that takes longer than a lease to write an intent or a claim", () => {
  /** Keeps the ledger from being written until what it returns is called; meanwhile, the clocks move by more than a lease. */
  async function holdWrites(): Promise<() => Promise<void>> {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const done = world.program.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${orders} in share row exclusive mode`);
      locked.resolve();
      await released.promise;
    });
    await Promise.race([locked.promise, done]);
    return async () => {
      await untilBlocked(world.program);
      await world.advance(25 * SECOND);
      released.resolve();
      await done;
    };
  }
  it("lets no other instance send the order while the first attempt is in flight", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    const externalOrderCode = `LATE-${randomUUID()}`;
    const first = world.instance(IMPATIENT);
    await hang();
    const release = await holdWrites();
    const placing = placeOrder(
      { ...world.request, ...first },
      confirmation(productId, { externalOrderCode }),
    );
    await release();
    await vi.waitFor(async () => expect(await postsOf(externalOrderCode)).toBe(1), PATIENTLY);
    await world.work(world.instance());
    expect(await postsOf(externalOrderCode)).toBe(1);
    expect((await placing).state).toBe("unconfirmed");
    await sendAgain(externalOrderCode);
  });

  it("has the order sent by whoever claims it first, and by nobody else", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    await throttleNext(world.sandbox, "place", 1);
    const order = await placeOrder(world.request, confirmation(productId));
    const code = order.externalOrderCode ?? "";
    expect(order.state).toBe("waiting");
    await world.advance(10 * SECOND);
    await world.sandbox.control("DELETE", "requests");
    await hang();
    const release = await holdWrites();
    const working = world.work(world.instance(IMPATIENT));
    await release();
    await vi.waitFor(async () => expect(await postsOf(code)).toBe(1), PATIENTLY);
    await world.work(world.instance());
    expect(await postsOf(code)).toBe(1);
    await working;
    await sendAgain(code);
  });
});

describe("an instance whose clock is wrong", () => {
  const withClock = (ms: number): Program => ({
    ...world.instance(IMPATIENT),
    clock: { ...world.program.clock, now: () => world.now() + ms },
  });

  it.each([
    ["ahead of the others", 0, MINUTE],
    ["behind the others, and sends it", -MINUTE, 0],
  ])(
    "%s takes no order from the one that sends it, and has none taken from it",
    async (_how, own, others) => {
      const productId = await scenario(world.sandbox, "price-moves");
      const externalOrderCode = `CLOCK-${randomUUID()}`;
      await hang();
      const placing = placeOrder(
        { ...world.request, ...withClock(own) },
        confirmation(productId, { externalOrderCode }),
      );
      await vi.waitFor(async () => expect(await postsOf(externalOrderCode)).toBe(1), PATIENTLY);
      await world.work(withClock(others));
      expect(await postsOf(externalOrderCode)).toBe(1);
      expect((await placing).state).toBe("unconfirmed");
      await sendAgain(externalOrderCode);
    },
  );

  it("knows when its lease is over, though its clock is set back meanwhile", async () => {
    const productId = await scenario(world.sandbox, "slow");
    const placed = await placeOrder(world.request, confirmation(productId));
    const row = await findByReference(world.program.db, "sandbox", placed.externalOrderCode ?? "");
    const claimed = await claimOne(world.program, row?.id ?? "");
    if (claimed === null) throw new Error("somebody else has the order");
    const before = performance.now();
    await underLease(world.program, claimed, async (isLeased) => {
      expect(isLeased()).toBe(true);
      const timer = vi.spyOn(performance, "now").mockReturnValue(before + 25 * SECOND);
      expect(isLeased()).toBe(false);
      timer.mockRestore();
      await world.advance(25 * SECOND);
      expect(isLeased()).toBe(false);
    });
    await releaseLease(world.program, claimed);
  });
});

describe("a clean stop", () => {
  it("leaves no attempt without an outcome or a mark, however long the service hangs, and takes no more orders", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    await world.sandbox.control("POST", "faults", { operation: "place", action: { kind: "hang" }, times: 3 });
    // Longer than a stop takes: six seconds for what is in flight, and two to mark it.
    const stopping = world.instance({ headersMs: 20_000, totalMs: 20_000 });
    const request = { ...world.request, ...stopping };
    work(stopping);
    const sent = Array.from({ length: 3 }, () => placeOrder(request, confirmation(productId)));
    await vi.waitFor(async () => expect(await openAttempts()).toHaveLength(3), PATIENTLY);
    const hung = Promise.race(sent).then(() => "hung");
    const stopped = rest().then(() => "stopped");
    const refused: unknown = await placeOrder(request, confirmation(productId)).catch(
      (error: unknown) => error,
    );
    expect(isAppError(refused) && refused.kind).toBe("service-unreachable");
    expect(await Promise.race([stopped, hung])).toBe("stopped");
    expect(await openAttempts()).toEqual([]);
    expect((await statesOf()).unconfirmed).toHaveLength(3);
    for (const order of await Promise.all(sent)) expect(order.state).toBe("unconfirmed");
    // Another instance finds out their outcome: here, nothing arrived.
    await world.advance(30 * SECOND);
    work(world.instance());
    await vi.waitFor(async () => expect((await statesOf()).unconfirmed).toBeUndefined(), PATIENTLY);
    await rest();
    for (const order of await Promise.all(sent)) {
      expect(await world.ordersAtService(order.externalOrderCode ?? "")).toHaveLength(1);
    }
  });

  it("waits for an answer that comes in time", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    const stopping = world.instance();
    const held = holdAnswers(stopping);
    const sent = placeOrder({ ...world.request, ...held.program }, confirmation(productId));
    await vi.waitFor(async () => expect(await openAttempts()).toHaveLength(1), PATIENTLY);
    const worker = startOrderWorkers(stopping);
    const stopped = worker.stop();
    held.release();
    await stopped;
    expect(worker.running()).toBe(false);
    expect((await sent).state).toBe("processing");
  });
});

describe("a service that asks to slow down", () => {
  it("is not asked anything by anybody before its Retry-After is over", async () => {
    const productId = await scenario(world.sandbox, "price-moves");
    await throttleNext(world.sandbox, "place", 40);
    const order = await placeOrder(world.request, confirmation(productId));
    expect(order.state).toBe("waiting");
    await world.sandbox.control("DELETE", "requests");
    await world.advance(35 * SECOND);
    const other = world.instance();
    expect((await other.services.sandbox?.readWallet())?.ok).toBe(false);
    work(other);
    const asked = () => world.sandbox.control("GET", "requests");
    expect(await asked()).toEqual([]);
    await world.advance(6 * SECOND);
    await vi.waitFor(async () => {
      const [row] = await world.program.db
        .select()
        .from(orders)
        .where(and(eq(orders.externalOrderCode, order.externalOrderCode ?? "")));
      expect(row?.state).toBe("processing");
    }, PATIENTLY);
    await rest();
  });
});
