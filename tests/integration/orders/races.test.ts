import { asc, eq, isNull } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { connect } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { attempts, orders } from "#server/db/schema/orders.ts";
import { markAttemptsLost } from "#server/orders/worker/markAttemptsLost.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { findByConfirmation, findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { holdAnswers } from "#tests/support/holdAnswers.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import type { Operation } from "#sandbox/http/faults.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "price-moves");
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const answer = (operation: Operation, status: number, body: object, times = 1) =>
  answerNext(world.sandbox, operation, body, { status, times });
const refusal = { statusCode: 422, error: "Unprocessable Entity", message: "Not available." };

/** Expects each record to begin with the state in which the previous one ended, so that no transition is missing. */
async function expectChain(orderRow: string): Promise<void> {
  const records = await world.program.db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.orderRow, orderRow))
    .orderBy(asc(auditRecords.id));
  const changes = records.filter(({ fromState, toState }) => fromState !== toState);
  expect(changes.map(({ fromState }) => fromState)).toEqual([
    null,
    ...changes.slice(0, -1).map(({ toState }) => toState),
  ]);
}

describe("an attempt that a stopping program has given up", () => {
  it.each([
    ["refused", 422, refusal, "unconfirmed"],
    ["throttled", 429, { ...refusal, statusCode: 429 }, "unconfirmed"],
  ])(
    "and that is %s after all stays unknown: the order does not go back",
    async (_name, status, body, state) => {
      const stopping = world.instance();
      const held = holdAnswers(stopping);
      await answer("place", status, body);
      const input = confirmation(productId);
      const sent = placeOrder({ ...world.request, ...held.program }, input).catch((error: unknown) => error);
      await vi.waitFor(async () => {
        const open = await world.program.db.select().from(attempts).where(isNull(attempts.endedAt));
        expect(open).toHaveLength(1);
      }, PATIENTLY);
      await markAttemptsLost(stopping);
      held.release();
      await sent;
      const row = await findByConfirmation(world.program.db, input.confirmationId);
      expect(row).toMatchObject({ state, everAmbiguous: true });
      await expectChain(row?.id ?? "");
    },
  );
});

/** The same program, paused before it calls the service about an order until `goOn`. */
function heldBack(): { program: Pick<Program, "services">; reached: Promise<void>; goOn: () => void } {
  const client = world.program.services.sandbox;
  if (client === undefined) throw new Error("no client");
  const reached = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const readOrder: typeof client.readOrder = async (reference, options) => {
    reached.resolve();
    await free.promise;
    return client.readOrder(reference, options);
  };
  const services = { sandbox: { ...client, readOrder } };
  return { program: { services }, reached: reached.promise, goOn: () => free.resolve() };
}

/**
 * Does `first` while `late` waits for a lock on a table, after whatever it did before. Returns the result of `late`: its value,
 * or the error it was rejected with.
 */
async function meanwhile(
  lock: "service_state in access exclusive mode" | "orders in exclusive mode",
  late: (request: MemberRequest) => Promise<unknown>,
  first: (client: Client) => Promise<unknown>,
): Promise<unknown> {
  const other = connect(world.database.url);
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`lock table ${lock}`);
    const ended = late({ ...world.request, db: other.db }).catch((error: unknown) => error);
    await untilBlocked(world.database);
    await first(client);
    await client.query("commit");
    return await ended;
  } finally {
    await client.end();
    await other.close();
  }
}

describe("two people at once", () => {
  it("who check an order cause one poll, however late the second one comes to it", async () => {
    const placed = await placeOrder(world.request, confirmation(productId));
    const reference = placed.externalOrderCode ?? "";
    await world.advance(30 * SECOND);
    await world.sandbox.control("DELETE", "requests");
    const row = await findByReference(world.program.db, "sandbox", reference);
    // When the first one polls, the second one has read the order and is about to read the clock skew.
    await meanwhile(
      "service_state in access exclusive mode",
      (request) => checkOrder(request, { reference }),
      () =>
        world.program.db
          .update(orders)
          .set({ lastPollAt: world.now(), polls: 1, nextActionAt: world.now() + MINUTE })
          .where(eq(orders.id, row?.id ?? "")),
    );
    expect(await world.received(placed.orderId ?? "")).toEqual([]);
    const after = await findByReference(world.program.db, "sandbox", reference);
    expect(after?.leaseOwner).toBeNull();
  });

  it("cannot close an order that has been found since it was read, and learns why", async () => {
    const placed = await placeOrder(world.request, confirmation(productId));
    const reference = placed.externalOrderCode ?? "";
    const ours = eq(orders.externalOrderCode, reference);
    await world.program.db.update(orders).set({ state: "needs_review" }).where(ours);
    const closed = await meanwhile(
      "orders in exclusive mode",
      (request) => endOrder(request, { reference, verb: "close", reason: "Nobody knows it" }),
      (client) =>
        client.query("update orders set state = 'processing' where external_order_code = $1", [reference]),
    );
    expect(isAppError(closed) && closed.kind).toBe("conflict");
    expect(await findByReference(world.program.db, "sandbox", reference)).toMatchObject({
      state: "processing",
      leaseOwner: null,
    });
  });

  it("the same confirmation with a typed code is the same order, however late its look-up comes", async () => {
    const input = confirmation(productId, { externalOrderCode: "PO-typed-twice" });
    const held = heldBack();
    const late = placeOrder({ ...world.request, ...held.program }, input);
    await held.reached;
    const first = await placeOrder(world.request, input);
    held.goOn();
    expect((await late).externalOrderCode).toBe(first.externalOrderCode);
    expect(await world.ordersAtService("PO-typed-twice")).toHaveLength(1);
  });
});
