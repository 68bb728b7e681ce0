import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { connect } from "#server/db/connect.ts";
import { memberShares } from "#server/db/schema/service.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let instances: MemberRequest[];
let now: number;
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(async () => {
  now = Date.now();
  await world.program.db.delete(memberShares);
  // The clock stands still, because on a slow machine a share could otherwise be refilled between the calls.
  instances = [world.instance(), world.instance(), world.instance()].map((program) => ({
    ...world.request,
    ...program,
    clock: { now: () => now },
    sessionId: randomUUID(),
  }));
});
afterAll(() => world.close());

/** How many of `count` parallel calls were let through, spread over all instances. */
async function admitted(kind: "lookUp" | "product", count: number, calls = 1): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, async (_, index) => {
      const request = instances[index % instances.length];
      if (request !== undefined) await takeFromShare(request, kind, calls);
    }),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  for (const outcome of refused) {
    expect(outcome).toMatchObject({ reason: { kind: "too-many" } });
  }
  return count - refused.length;
}

describe("a member's share of the calls to the service", () => {
  it("is shared by all instances, also when they are asked at the same time", async () => {
    expect(await admitted("lookUp", 150)).toBe(60);
    now += 5 * SECOND;
    expect(await admitted("lookUp", 60)).toBe(10);
    now += 10 * MINUTE;
    expect(await admitted("lookUp", 150)).toBe(60);
  });

  it("has whatever its connection writes next wait for the disk", async () => {
    const connection = connect(world.database.url, 1);
    try {
      const [first] = instances;
      await connection.db.execute("set synchronous_commit = on");
      if (first !== undefined) await takeFromShare({ ...first, db: connection.db }, "product");
      expect(await world.program.db.$count(memberShares)).toBe(1);
      const { rows } = await connection.db.execute("show synchronous_commit");
      expect(rows).toEqual([{ synchronous_commit: "on" }]);
    } finally {
      await connection.close();
    }
  });

  it("takes the calls of one request together, all or none, and says when they would be there", async () => {
    expect(await admitted("product", 4, 500)).toBe(3);
    const [first] = instances;
    const refusal = first && (await takeFromShare(first, "product", 40).catch((error: unknown) => error));
    expect(isAppError(refusal) && refusal.details.retryAfterSeconds).toBe(2);
    now += 2 * SECOND;
    expect(await admitted("product", 2, 40)).toBe(1);
  });

  it("is not given to anybody twice by an instance whose clock is behind", async () => {
    expect(await admitted("lookUp", 55)).toBe(55);
    now -= MINUTE;
    expect(await admitted("lookUp", 3)).toBe(3);
    now += MINUTE;
    expect(await admitted("lookUp", 60)).toBe(2);
  });

  it("is charged once for all products of an order", async () => {
    const lines = [0, 1, 2, 3, 4].map((n) => ({ productId: 1_000_000 + n, quantity: 1 }));
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    await preflightOrder(first, { currency: "EUR", lines });
    const rows = await world.program.db.select().from(memberShares);
    expect(rows.map(({ kind, tokens }) => [kind, tokens])).toEqual([["product", 1_500 - 5]]);
  });

  it("is charged once for a product that many orders wait for at a time, and the service is asked once", async () => {
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    world.calls.length = 0;
    const lines = [{ productId: 1_000_011, quantity: 1 }];
    const checks = Array.from({ length: 40 }, () => preflightOrder(first, { currency: "EUR", lines }));
    expect((await Promise.all(checks)).map((check) => check.lines.length)).toEqual(Array(40).fill(1));
    const rows = await world.program.db.select().from(memberShares);
    expect(rows.map(({ kind, tokens }) => [kind, tokens])).toEqual([["product", 1_500 - 1]]);
    expect(world.calls.filter(({ operation }) => operation === "product")).toHaveLength(1);
  });

  it("bounds the references that are typed for orders: nobody tries codes, or uses up the key, by checking drafts", async () => {
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    const lines = [{ productId: 1_000_011, quantity: 1 }];
    const typed = (n: number) => ({
      currency: "EUR",
      lines,
      externalOrderCode: `GUESS-${n}-${randomUUID()}`,
    });
    await preflightOrder(first, typed(0));
    world.calls.length = 0;
    await takeFromShare(first, "reference", 196);
    const checks = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => preflightOrder(first, typed(n))));
    expect(world.calls.filter(({ operation }) => operation === "order")).toHaveLength(3);
    // Those that were not looked up are when they are placed: that is no problem of the draft.
    expect(checks.flatMap(({ orderProblems }) => orderProblems)).toEqual([]);
    expect(checks.filter(({ slowedDownUntil }) => slowedDownUntil !== null)).toHaveLength(3);
    await expect(placeOrder(first, { ...typed(7), confirmationId: randomUUID() })).rejects.toMatchObject({
      kind: "too-many",
      details: { retryAfterSeconds: 1 },
    });
    now += SECOND;
    const answered = await placeOrder(first, { ...typed(8), confirmationId: randomUUID() }).catch(
      (error: unknown) => error,
    );
    expect(answered).not.toMatchObject({ kind: "too-many" });
  });

  it("that is used up refuses nobody else who waits for the same product", async () => {
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    await takeFromShare(first, "product", 1_500);
    const other = await world.join("buyer", "Otto Other");
    const lines = [{ productId: 1_000_012, quantity: 1 }];
    const outcomes = await Promise.allSettled([
      preflightOrder(first, { currency: "EUR", lines }),
      preflightOrder({ ...first, actor: other.actor }, { currency: "EUR", lines }),
    ]);
    expect(outcomes).toMatchObject([
      { status: "rejected", reason: { kind: "too-many" } },
      { status: "fulfilled" },
    ]);
  });

  it("is one for each member and environment, and no program without a session has one", async () => {
    expect(await admitted("lookUp", 60)).toBe(60);
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    await takeFromShare({ ...first, environment: "production" }, "lookUp");
    const { sessionId: _none, ...program } = first;
    await takeFromShare(program, "lookUp");
    await expect(takeFromShare(first, "lookUp")).rejects.toMatchObject({ kind: "too-many" });
  });
});
