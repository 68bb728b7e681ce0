import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { startOrderWorkers } from "#server/jobs/orderWorkers.ts";
import { connect } from "#server/db/connect.ts";
import { clearOrderingRefusal, recordOrderingRefusal } from "#server/serviceLimits/orderingRefusal.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { finishInFlight } from "#server/orders/worker/inFlightWork.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

const REFUSAL = { statusCode: 403, error: "Forbidden", message: "Ordering is disabled." };

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

/** Places an order of the scenario's product, whatever its outcome, and returns what everybody is then told. */
async function toldAfter(behaviour: Parameters<typeof scenario>[1], program = world.program) {
  const input = confirmation(await scenario(world.sandbox, behaviour));
  await placeOrder({ ...world.request, ...program }, input).catch(() => null);
  return told();
}

/** Has orders accepted, of which it is told a moment later that the last one was. */
async function acceptSome() {
  await toldAfter("slow");
  await toldAfter("slow");
}

async function told() {
  const support = world.as({ ...world.request.actor, role: "support" });
  return (await readServiceState(support)).orderingRefused;
}

describe("a refusal that is about the account", () => {
  it.each([
    ["ordering-disabled", 403, "API ordering is disabled for your account. Contact support for assistance."],
    ["limit-exceeded", 422, "Your account order limit has been exceeded. Contact support for assistance."],
  ] as const)(
    "(%s) is told to every member until an order goes through again",
    async (behaviour, statusCode, message) => {
      expect(await toldAfter(behaviour)).toMatchObject({
        refusal: { statusCode, message },
        at: expect.any(String),
      });
      // Neither a refusal of a product nor an order of unknown outcome says that ordering works again.
      expect(await toldAfter("unavailable")).toMatchObject({ refusal: { message } });
      expect(await toldAfter("down-always")).toMatchObject({ refusal: { message } });
      await toldAfter("slow");
      await expect.poll(told).toBeNull();
    },
  );

  it("is told although an order was accepted just before it", async () => {
    await acceptSome();
    const refused = await toldAfter("ordering-disabled");
    await finishInFlight(world.request.instanceId);
    expect(await told()).toEqual(refused);
    await toldAfter("slow");
    await expect.poll(told).toBeNull();
  });

  it.each([
    ["ahead of", MINUTE],
    ["behind", -MINUTE],
  ])("is told as long as it lasts, though the clock of who is refused is %s the others", async (_how, ms) => {
    const clock = { ...world.program.clock, now: () => world.now() + ms };
    await acceptSome();
    expect(await toldAfter("ordering-disabled", { ...world.instance(), clock })).not.toBeNull();
    await world.finish();
    expect(await told()).not.toBeNull();
    await toldAfter("slow");
    await world.finish();
    expect(await told()).toBeNull();
  });

  it("is told although an order was accepted before it, which is stored after it for want of a connection", async () => {
    const proxy = await startDatabaseProxy(world.database.url);
    const connection = connect(proxy.url, 1);
    try {
      proxy.delayNextConnection(200);
      const accepted = clearOrderingRefusal(
        { ...world.program, db: connection.db },
        "sandbox",
        performance.now(),
      );
      const refused = await toldAfter("ordering-disabled");
      expect(refused).not.toBeNull();
      await accepted;
      expect(await told()).toEqual(refused);
    } finally {
      await connection.close();
      await proxy.close();
    }
    await toldAfter("slow");
    await expect.poll(told).toBeNull();
  });

  it("is told although an order was accepted before it, which was recorded after it", async () => {
    const program = world.instance();
    const client = program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const lock = connect(world.database.url, 1);
    const accepted = Promise.withResolvers<void>();
    try {
      await lock.db.execute("begin");
      const placing: typeof client.placeOrder = async (body, options) => {
        const answer = await client.placeOrder(body, options);
        // Whatever is written about the order from now on waits.
        await lock.db.execute("select id from orders for update");
        accepted.resolve();
        return answer;
      };
      const placed = toldAfter("slow", {
        ...program,
        services: { sandbox: { ...client, placeOrder: placing } },
      });
      await accepted.promise;
      const refused = await toldAfter("ordering-disabled");
      await lock.db.execute("commit");
      await placed;
      await world.finish();
      expect(refused).not.toBeNull();
      expect(await told()).toEqual(refused);
    } finally {
      await lock.close();
    }
    await toldAfter("slow");
    await expect.poll(told).toBeNull();
  });

  it("is over once a worker that is stopped has had an order accepted", async () => {
    await throttleNext(world.sandbox, "place", 1);
    await toldAfter("slow");
    await world.advance(10 * SECOND);
    const program = world.instance();
    const client = program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    const begun = Promise.withResolvers<void>();
    const placing: typeof client.placeOrder = async (body, options) => {
      begun.resolve();
      const answer = await client.placeOrder(body, options);
      // Orders of earlier tests are due as well.
      if (!answer.ok) return answer;
      // Another order was accepted and one refused a moment ago.
      await clearOrderingRefusal(program, "sandbox", performance.now());
      await recordOrderingRefusal(program, "sandbox", REFUSAL, performance.now());
      return answer;
    };
    const worker = startOrderWorkers({
      ...program,
      services: { sandbox: { ...client, placeOrder: placing } },
    });
    await begun.promise;
    await worker.stop();
    expect(await told()).toBeNull();
  });

  it("is over once an order was accepted after it, though the database takes long to answer by then", async () => {
    const proxy = await startDatabaseProxy(world.database.url);
    const connection = connect(proxy.url, 1);
    const program = { ...world.program, db: connection.db };
    try {
      await recordOrderingRefusal(program, "sandbox", REFUSAL, performance.now());
      expect(await told()).not.toBeNull();
      proxy.delayAnswers(200);
      await clearOrderingRefusal(program, "sandbox", performance.now());
      expect(await told()).toBeNull();
    } finally {
      await connection.close();
      await proxy.close();
    }
  });

  it("is over for all orders that are accepted within a tenth of a second by one statement", async () => {
    const clear = () => clearOrderingRefusal(world.program, "sandbox", performance.now());
    const first = clear();
    expect(clear()).toBe(first);
    await first;
    const next = clear();
    expect(next).not.toBe(first);
    await next;
  });

  it("is not told of a refusal that is about a product, though it is a 422 too", async () => {
    expect(await toldAfter("unavailable")).toBeNull();
    expect(await toldAfter("wrong-country")).toBeNull();
  });
});
