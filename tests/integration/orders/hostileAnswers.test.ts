import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { isAppError } from "#server/context/errors.ts";
import { findByConfirmation, findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "price-moves");
});
afterAll(() => world.close());

/** Sets the answer to the next poll of an order. */
const answerPoll = async (body: Record<string, unknown>) => {
  await world.sandbox.control("DELETE", "faults");
  await answerNext(world.sandbox, "order", body);
};

/** Answers that must not keep an order from being recorded: an order whose details cannot be stored would be polled for ever. */
const HOSTILE: Record<string, Record<string, unknown>> = {
  "a count delivered beyond 32 bits": { status: "processing", delivered: 3_000_000_000 },
  "a count ordered beyond 32 bits": { status: "processing", delivered: 1, ordered: 9_007_199_254_740_991 },
  "an estimate before the first year": {
    status: "processing",
    estimatedReadyAt: "0001-01-01T00:00:00+14:00",
  },
  "an estimate in the year 0": { status: "processing", estimatedReadyAt: "0000-06-01T00:00:00Z" },
  "an estimate after the year 9999": {
    status: "processing",
    estimatedReadyAt: "9999-12-31T23:59:59-12:00",
  },
  "an estimate at the end of time": { status: "processing", estimatedReadyAt: 8_640_000_000_000_000 },
  "a status name whose last character would be cut in half": { status: "\u{1F600}".repeat(150) },
  "a price beyond 64 bits": { status: "processing", price: "99999999999999999999" },
};

describe("an answer with details that no ledger can hold", () => {
  it.each(Object.entries(HOSTILE))("%s costs one poll, and the order continues", async (_name, body) => {
    const placed = await placeOrder(world.request, confirmation(productId));
    await world.advance(10 * SECOND);
    await answerPoll(body);
    await world.work();
    const code = placed.externalOrderCode ?? "";
    const after = await readOrder(world.request, { reference: code });
    expect(after.lastLookAt).not.toBeNull();
    // The next poll comes a minute later, and not when a lease expires.
    await world.advance(25 * SECOND);
    expect(await world.work()).toBe(0);
    await world.advance(60 * SECOND);
    await world.work();
    expect((await readOrder(world.request, { reference: code })).state).toBe("completed");
  });
});

/** What a gateway says in place of the service, or a service of an order that it does not have: a status word, and nothing of an order. */
const SAYS_NOTHING: Record<string, unknown>[] = [
  { status: "ok" },
  { status: "success", data: null },
  { status: "maintenance", message: "Back at noon" },
  { data: { status: "failed", message: "no such order" } },
];

describe("an answer about another order", () => {
  beforeEach(() => world.reset());
  afterEach(() => world.reset());
  const posts = async (code: string) =>
    (await world.received(code)).filter(({ method }) => method === "POST").length;
  type Placed = Awaited<ReturnType<typeof placeOrder>>;
  const ANSWERS: [string, (earlier: Placed) => Record<string, unknown>][] = [
    ["the order id of one that was placed before", ({ orderId }) => ({ orderId: Number(orderId) })],
    [
      "its order id and reference",
      ({ orderId, externalOrderCode }) => ({ orderId: Number(orderId), externalOrderCode }),
    ],
    [
      "the reference of one that is not known here",
      () => ({ orderId: 99_000_003, externalOrderCode: "OTHER" }),
    ],
  ];

  it.each(ANSWERS)(
    "to an attempt, with %s, does not make its codes those of ours",
    async (_with, answerOf) => {
      await world.sandbox.control("DELETE", "faults");
      const earlier = await placeOrder(world.request, confirmation(productId));
      const body = { ...answerOf(earlier), status: "processing" };
      await answerNext(world.sandbox, "place", body, { status: 202, when: "after" });
      const placed = await placeOrder(world.request, confirmation(productId));
      const code = placed.externalOrderCode ?? "";
      expect(placed).toMatchObject({ state: "unconfirmed", orderId: null });
      await world.advance(MINUTE);
      await world.work();
      await world.advance(2 * MINUTE);
      await world.work();
      const [own] = await world.ordersAtService(code);
      expect(await readOrder(world.request, { reference: code })).toMatchObject({
        state: "completed",
        orderId: String(own?.orderId),
        alarm: null,
      });
      expect(await posts(code)).toBe(1);
    },
  );

  it.each([
    [
      "delivered",
      { status: "completed", delivered: 4, products: ["A", "B", "C", "D"].map((pin) => ({ pin })) },
    ],
    ["undelivered", { status: "failed", delivered: 0, reason: "Out of stock" }],
  ])("that was %s says nothing of what became of ours", async (_what, outcome) => {
    const placed = await placeOrder(world.request, confirmation(productId));
    const code = placed.externalOrderCode ?? "";
    await world.advance(10 * SECOND);
    await answerPoll({ orderId: 424_242, ...outcome });
    await world.work();
    expect(await readOrder(world.request, { reference: code })).toMatchObject({
      state: "processing",
      orderId: placed.orderId,
      delivered: null,
      reason: null,
      alarm: `The service answered with order ID 424242, not ${placed.orderId}.`,
    });
    await world.advance(2 * MINUTE);
    await world.work();
    expect(await readOrder(world.request, { reference: code })).toMatchObject({
      state: "completed",
      delivered: 4,
    });
  });

  it("to a poll is no proof that the service lacks ours: it is not sent again for that", async () => {
    await world.sandbox.control("POST", "faults", { operation: "place", action: { kind: "reset" } });
    const code = (await placeOrder(world.request, confirmation(productId))).externalOrderCode ?? "";
    await answerNext(world.sandbox, "order", { externalOrderCode: "OTHER", status: "processing" });
    await world.advance(MINUTE);
    await world.work();
    expect(await posts(code)).toBe(1);
    expect(await readOrder(world.request, { reference: code })).toMatchObject({ state: "unconfirmed" });
    await world.advance(5 * MINUTE);
    await world.work();
    expect(await posts(code)).toBe(2);
    expect(await world.ordersAtService(code)).toHaveLength(1);
  });
});

describe("an answer that says nothing of an order", () => {
  it.each(SAYS_NOTHING)(
    "%j is no proof that the service has an order whose outcome is unknown",
    async (body) => {
      await world.sandbox.control("DELETE", "faults");
      await world.sandbox.control("POST", "faults", { operation: "place", action: { kind: "reset" } });
      const placed = await placeOrder(world.request, confirmation(productId));
      const code = placed.externalOrderCode ?? "";
      expect(placed.state).toBe("unconfirmed");
      await answerNext(world.sandbox, "order", body);
      await world.advance(MINUTE);
      await world.work();
      expect(await readOrder(world.request, { reference: code })).toMatchObject({
        state: "unconfirmed",
        alarm: null,
      });
      expect(await world.ordersAtService(code)).toEqual([]);
      await world.advance(5 * MINUTE);
      await world.work();
      expect(await world.ordersAtService(code)).toHaveLength(1);
      await world.advance(5 * MINUTE);
      await world.work();
      expect(await readOrder(world.request, { reference: code })).toMatchObject({
        state: "completed",
        alarm: null,
      });
    },
  );

  it.each(SAYS_NOTHING)("%j adds no order to the ledger, and takes no reference", async (body) => {
    const reference = `PO-${randomUUID()}`;
    await answerPoll(body);
    await expect(readOrder(world.request, { reference })).rejects.toMatchObject({
      kind: "service-unreachable",
    });
    await answerPoll(body);
    const input = confirmation(productId, { externalOrderCode: reference });
    await expect(placeOrder(world.request, input)).rejects.toMatchObject({ kind: "service-unreachable" });
    expect(await findByReference(world.program.db, "sandbox", reference)).toBeNull();
    expect((await placeOrder(world.request, input)).state).toBe("processing");
  });

  it("is not one that says that the order is still being worked on, whatever that is called", async () => {
    await world.program.db.update(orders).set({ nextActionAt: null });
    await world.sandbox.control("DELETE", "faults");
    await world.sandbox.control("POST", "faults", {
      operation: "place",
      when: "after",
      action: { kind: "reset" },
    });
    const placed = await placeOrder(world.request, confirmation(productId));
    expect(placed.state).toBe("unconfirmed");
    await answerPoll({ status: "pending", message: "Order is still pending" });
    await world.advance(MINUTE);
    await world.work();
    const shown = await readOrder(world.request, { reference: placed.externalOrderCode ?? "" });
    expect(shown).toMatchObject({ state: "unrecognised", statusName: "pending" });
  });

  it("is shown as it is of an order that the service has accepted", async () => {
    await world.program.db.update(orders).set({ nextActionAt: null });
    const placed = await placeOrder(world.request, confirmation(productId));
    await world.advance(10 * SECOND);
    await answerPoll({ status: "On hold" });
    await world.work();
    const shown = await readOrder(world.request, { reference: placed.externalOrderCode ?? "" });
    expect(shown).toMatchObject({ state: "unrecognised", statusName: "On hold" });
  });
});

/** Every kind of value that a service of another make, or a broken one, has been seen to send, and some that none has. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    1.5,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER,
    "99999999999999999999999999",
    "-1e400",
    "",
    " ",
    "\u0000",
    "\ud800",
    "a\u0000b\udfffc",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.9999999-12:00",
    8_640_000_000_000_001,
    "4".repeat(60),
    "processing",
    "completed",
    { EUR: 1 },
    { currency: "EUR", amount: Number.MAX_SAFE_INTEGER, "\u0000": "\ud800" },
    [[[["x"]]]],
    true,
    null,
  ),
  fc.string({ unit: "binary", minLength: 900, maxLength: 3_000 }),
  fc.string({ unit: "binary" }),
  fc.jsonValue(),
);
const NAMES = [
  "status",
  "orderId",
  "externalOrderCode",
  "estimatedReadyAt",
  "message",
  "reason",
  "delivered",
  "ordered",
  "total",
  "price",
  "currency",
  "wallet",
  "products",
  "codes",
];
const anyAnswer = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), anyValue), { maxLength: 8 })
  .map((members) => Object.fromEntries(members));
const anyErrorBody = fc.record({
  statusCode: fc.constantFrom(400, 409, 422, 429, 502),
  error: anyValue,
  message: anyValue,
});

describe("a hostile answer", () => {
  it("whatever the service answers is recorded: no order is left to be asked about again and again", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyAnswer, anyErrorBody),
        anyAnswer,
        fc.array(anyErrorBody, { maxLength: 1 }),
        async (posted, answer, refused) => {
          await world.sandbox.control("DELETE", "faults");
          await world.program.db.delete(serviceState);
          const status = "statusCode" in posted ? Number(posted.statusCode) : 202;
          await answerNext(world.sandbox, "place", posted, { status, when: "after" });
          const input = confirmation(productId);
          await placeOrder(world.request, input).catch((error: unknown) => {
            if (!isAppError(error)) throw error;
          });
          for (const body of [...refused, answer]) {
            const bodyStatus = "statusCode" in body ? Number(body.statusCode) : 200;
            await answerNext(world.sandbox, "order", body, { status: bodyStatus });
          }
          // A poll that cannot be recorded would throw here.
          for (const minutes of [1, 3, 10]) {
            await world.advance(minutes * 60 * SECOND);
            await world.work();
          }
          const row = await findByConfirmation(world.program.db, input.confirmationId);
          if (row === null) throw new Error("the order is lost");
          expect(row.leaseOwner).toBeNull();
          await world.program.db.update(orders).set({ nextActionAt: null });
        },
      ),
      // Shrinking texts this long takes hours; the answer itself is printed.
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("whatever the service answers to a reference that a person looks up is shown, or said to be unreadable", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, fc.uuid(), async (answer, reference) => {
        await answerPoll(answer);
        await readOrder(world.request, { reference }).catch((error: unknown) => {
          if (!isAppError(error)) throw error;
        });
        await world.program.db.update(orders).set({ nextActionAt: null });
      }),
      // Shrinking texts this long takes hours; the answer itself is printed.
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("an order found by its number is kept however long its code is", async () => {
    // Far apart in Unicode, so that no index can compress it.
    const code = Array.from({ length: 1_500 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    );
    await answerPoll({ status: "processing", orderId: 4_711, externalOrderCode: code.join("") });
    expect(await readOrder(world.request, { reference: "4711" })).toMatchObject({
      orderId: "4711",
      state: "processing",
    });
  });

  it("nothing was logged as an error", () => {
    expect(world.logged).toEqual([]);
  });
});
