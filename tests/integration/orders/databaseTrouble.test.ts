import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { connect, type Connection } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import { findByConfirmation } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { startDatabaseProxy, type DatabaseProxy } from "#tests/support/databaseProxy.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let world: OrderWorld;
let proxy: DatabaseProxy;
let connection: Connection;
let program: Program;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "price-moves");
});
beforeEach(async () => {
  await world.reset();
  proxy = await startDatabaseProxy(world.database.url);
  // A connection that takes longer than this to answer is given up.
  connection = connect(proxy.url, 5, 5_000);
  program = { ...world.instance({ headersMs: 5_000, totalMs: 5_000 }), db: connection.db };
  world.logged.length = 0;
});
afterEach(async () => {
  await proxy.close();
  await connection.close();
});
afterAll(() => world.close());

const refusal = { statusCode: 422, error: "Unprocessable Entity", message: "Not available." };
const refuse = () => answerNext(world.sandbox, "place", refusal, { status: 422 });
const inLedger = (confirmationId: string) => findByConfirmation(world.program.db, confirmationId);
const recordsOf = (orderRow: string) =>
  world.program.db
    .select({ action: auditRecords.action, to: auditRecords.toState })
    .from(auditRecords)
    .where(eq(auditRecords.orderRow, orderRow))
    .orderBy(asc(auditRecords.id));

describe("a database that is away while the service answers", () => {
  it("learns the outcome when it is back, and the order is not left in doubt", async () => {
    await world.sandbox.control("POST", "settings", { latencyMs: 300 });
    await refuse();
    const input = confirmation(productId);
    const client = program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const placing: typeof client.placeOrder = async (body, options) => {
      proxy.cut();
      return client.placeOrder(body, options);
    };
    const away = { ...program, services: { sandbox: { ...client, placeOrder: placing } } };
    const sent = placeOrder({ ...world.request, ...away }, input).catch((error: unknown) => error);
    await vi.waitFor(() => expect(world.logged.join()).toContain("trying again"), PATIENTLY);
    proxy.restore();
    expect(await sent).toMatchObject({ kind: "rejected" });
    const row = await inLedger(input.confirmationId);
    expect(row).toMatchObject({ state: "rejected", everAmbiguous: false, leaseOwner: null });
    expect(await recordsOf(row?.id ?? "")).toEqual([
      { action: "order.confirmed", to: "submitting" },
      { action: "order.attempted", to: "rejected" },
    ]);
  });

  it.each(["loseAnswerTo", "loseCommitOf"] as const)(
    "and has perhaps written the outcome down (%s) has it once",
    async (lose) => {
      const input = confirmation(productId);
      proxy[lose]("order.attempted");
      const sent = await placeOrder({ ...world.request, ...program }, input);
      expect(sent).toMatchObject({ state: "processing", attempts: 1 });
      const row = await inLedger(input.confirmationId);
      expect(await recordsOf(row?.id ?? "")).toEqual([
        { action: "order.confirmed", to: "submitting" },
        { action: "order.attempted", to: "processing" },
      ]);
    },
  );
});

describe("trouble with the database", () => {
  it("an intent that was written down, though nobody heard so, is sent at once and once", async () => {
    const input = confirmation(productId);
    proxy.loseAnswerTo("order.confirmed");
    const sent = await placeOrder({ ...world.request, ...program }, input);
    expect(sent).toMatchObject({ state: "processing", attempts: 1 });
    const posts = (await world.received(sent.externalOrderCode ?? "")).filter(
      ({ method }) => method === "POST",
    );
    expect(posts).toHaveLength(1);
  });

  it("a database that falls silent is given up, and another one in its place is worked on", async () => {
    const worker = startOrderWorkers(program);
    try {
      const first = await placeOrder({ ...world.request, ...program }, confirmation(productId));
      expect(first.state).toBe("processing");
      await world.advance(30_000);
      const finds = (code: string | null) =>
        vi.waitFor(async () => {
          const [row] = await world.program.db
            .select({ state: orders.state })
            .from(orders)
            .where(eq(orders.externalOrderCode, code ?? ""));
          expect(row?.state).toBe("completed");
        }, PATIENTLY);
      await finds(first.externalOrderCode);
      proxy.freeze();
      const second = await placeOrder(world.request, confirmation(productId));
      await world.advance(30_000);
      await finds(second.externalOrderCode);
    } finally {
      await worker.stop();
    }
  });

  it("a stop does not wait for a database that fell silent", async () => {
    // Without the stop's own limit, its statements would wait for ten minutes.
    const patient = connect(proxy.url, 1, 10 * MINUTE);
    try {
      const worker = startOrderWorkers({ ...program, db: patient.db });
      await vi.waitFor(() => expect(patient.pool.totalCount).toBeGreaterThan(0), PATIENTLY);
      proxy.freeze();
      await vi.waitFor(() => expect(patient.pool.idleCount).toBe(0), PATIENTLY);
      const begun = performance.now();
      await worker.stop();
      expect(performance.now() - begun).toBeLessThan(MINUTE);
    } finally {
      await proxy.close();
      await patient.close();
    }
  });
});
