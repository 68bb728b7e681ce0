import { and, eq, isNotNull } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { notices } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { claimOne } from "#server/orders/ledger/lease.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "price-moves");
});
beforeEach(() => world.reset());
afterAll(() => world.close());

/** From now on, polls of the order are answered with a partial delivery of these codes. */
async function deliver(...pins: string[]): Promise<void> {
  await world.sandbox.control("DELETE", "faults");
  const products = pins.map((pin) => ({ pin }));
  await answerNext(
    world.sandbox,
    "order",
    { status: "some", delivered: pins.length, products },
    { times: 1_000 },
  );
}

async function partlyDelivered(...pins: string[]): Promise<string> {
  await world.program.db.update(orders).set({ nextActionAt: null });
  const placed = await placeOrder(world.request, confirmation(productId));
  await deliver(...pins);
  await lookAgain();
  return placed.externalOrderCode ?? "";
}

async function lookAgain(): Promise<void> {
  await world.advance(HOUR);
  await world.program.db
    .update(orders)
    .set({ nextActionAt: world.now() })
    .where(isNotNull(orders.nextActionAt));
  expect(await world.work()).toBe(1);
}

async function rowOf(reference: string): Promise<OrderRow> {
  const row = await findByReference(world.program.db, "sandbox", reference);
  if (row === null) throw new Error("the order is gone");
  return row;
}
const alarmsOf = (id: string) =>
  world.program.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.orderRow, id), eq(auditRecords.action, "order.alarm")));

describe("codes that are not those delivered before", () => {
  it("raise the alarm beside the one that was raised already, and once", async () => {
    const code = await partlyDelivered("AAAA", "BBBB");
    const { id } = await rowOf(code);
    const earlier = "The service answered with order ID 1, not 2.";
    await world.program.db.update(orders).set({ alarm: earlier }).where(eq(orders.id, id));
    await deliver("CCCC", "DDDD");
    await lookAgain();
    const { alarm } = await rowOf(code);
    expect(alarm).toContain(earlier);
    expect(alarm).toContain("not the ones that were delivered before");
    await lookAgain();
    expect((await rowOf(code)).alarm).toBe(alarm);
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    expect((await rowOf(code)).alarm).toBe(alarm);
    expect(await alarmsOf(id)).toHaveLength(1);
  });

  it("raise the alarm if one of them is missing, and return the order to what needs attention", async () => {
    const code = await partlyDelivered("AAAA", "BBBB");
    const { id } = await rowOf(code);
    await world.program.db.update(orders).set({ dismissedAt: world.now() }).where(eq(orders.id, id));
    await deliver("AAAA", "BBBB");
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    expect(await rowOf(code)).toMatchObject({ alarm: null, dismissedAt: expect.any(Number) });
    await world.advance(HOUR);
    await deliver("AAAA");
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    const after = await rowOf(code);
    expect(after.alarm).toContain("not the ones that were delivered before");
    expect(after.dismissedAt).toBeNull();
    expect(await alarmsOf(id)).toMatchObject([{ details: { changed: 1 } }]);

    // Dismissed again, it stays dismissed while the codes are the same, and returns with others.
    await world.program.db.update(orders).set({ dismissedAt: world.now() }).where(eq(orders.id, id));
    await world.advance(HOUR);
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    expect((await rowOf(code)).dismissedAt).not.toBeNull();
    await world.advance(HOUR);
    await deliver("CCCC");
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    expect(await rowOf(code)).toMatchObject({ alarm: after.alarm, dismissedAt: null });
    expect(await alarmsOf(id)).toHaveLength(2);
  });

  it("are told once for each alarm to every member who may reveal codes, without a code", async () => {
    const [other, support] = await Promise.all([
      world.join("buyer", "Olga Other"),
      world.join("support", "Suri Support"),
    ]);
    const code = await partlyDelivered("AAAA", "BBBB");
    const { db } = world.program;
    const told = async (request: MemberRequest) => {
      await gatherNotices(world.program);
      const { items } = await listNotices(request, {});
      return items.filter(({ kind }) => kind === "codes.changed");
    };
    await gatherNotices(world.program);
    await db.delete(notices);
    await deliver("CCCC", "DDDD");
    await lookAgain();
    await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
    await lookAgain();
    for (const member of [world.request, other]) {
      const all = await told(member);
      expect(all).toMatchObject([{ count: 1, environment: "sandbox", subjects: [{ reference: code }] }]);
      expect(JSON.stringify(all)).not.toMatch(/AAAA|BBBB|CCCC|DDDD/);
    }
    expect(await told(support)).toEqual([]);

    // Raised again after a member has dismissed it, even by a poll that ends the dismissal with another alarm; and told again,
    // because the earlier notice has been sent.
    const { id } = await rowOf(code);
    await db.update(notices).set({ dispatchedAt: world.now() });
    await db.update(orders).set({ dismissedAt: world.now() }).where(eq(orders.id, id));
    await deliver("EEEE");
    await lookAgain();
    expect(await told(other)).toHaveLength(2);
  });

  it("an alarm raised by a reveal survives a poll that raises another one at the same time", async () => {
    const code = await partlyDelivered("AAAA", "BBBB");
    const { id } = await rowOf(code);
    const client = world.program.services.sandbox;
    if (client === undefined) throw new Error("no client");
    // The poll already has its answer, with the id of another order in it, when a member reveals other codes.
    const pollLate: typeof client.readOrder = async (reference, options) => {
      await deliver("CCCC", "DDDD");
      await revealCodes(world.request, { reference: code, skip: 0, take: 5 });
      await world.sandbox.control("DELETE", "faults");
      const answer = await client.readOrder(reference, options);
      if (!answer.ok) return answer;
      return { ...answer, value: { codes: [], report: { ...answer.value.report, orderId: "77" } } };
    };
    await world.advance(6 * HOUR);
    await world.work({ ...world.program, services: { sandbox: { ...client, readOrder: pollLate } } });
    const { alarm } = await rowOf(code);
    expect(alarm).toContain("order ID 77");
    expect(alarm).toContain("not the ones that were delivered before");
    expect(await alarmsOf(id)).toHaveLength(1);
  });
});

describe("an alarm", () => {
  it("new codes can be revealed while the worker sees them for the first time", async () => {
    const code = await partlyDelivered("AAAA");
    await deliver("AAAA", "BBBB");
    const { pool } = world.database;
    // Both are held just before they store the new code, the reveal first.
    await pool.query(`
    create function one_by_one() returns trigger language plpgsql as $$
    begin perform pg_advisory_lock(77); perform pg_advisory_unlock(77); return new; end $$;
    create trigger one_by_one before insert on code_fingerprints for each row execute function one_by_one()`);
    const holder = new Client({ connectionString: world.database.url });
    await holder.connect();
    try {
      await holder.query("select pg_advisory_lock(77)");
      await world.advance(HOUR);
      const claimed = await claimOne(world.program, (await rowOf(code)).id);
      if (claimed === null) throw new Error("the order is held");
      const revealed = revealCodes(world.request, { reference: code, skip: 0, take: 5 });
      await untilBlocked(world.database);
      const polled = workOnOrder(world.program, claimed);
      await untilBlocked(world.database, 2);
      await holder.query("select pg_advisory_unlock(77)");
      expect((await revealed).total).toBe(2);
      expect((await polled)?.delivered).toBe(2);
    } finally {
      await holder.end();
      await pool.query("drop function one_by_one cascade");
    }
  });
});

it("an order that the service gives the number of another one raises the alarm, for they are one purchase", async () => {
  await world.program.db.update(orders).set({ nextActionAt: null });
  const codes: string[] = [];
  for (let order = 0; order < 2; order += 1) {
    await world.sandbox.control("DELETE", "faults");
    const accepted = { orderId: 990_077, status: "processing" };
    await answerNext(world.sandbox, "place", accepted, { status: 202, when: "after" });
    codes.push((await placeOrder(world.request, confirmation(productId))).externalOrderCode ?? "");
  }
  // Whichever of the two it is asked about, by whatever reference.
  for (const more of [{}, { status: "some", delivered: 1, products: [{ pin: "SAME-1" }] }]) {
    await world.sandbox.control("DELETE", "faults");
    await answerNext(
      world.sandbox,
      "order",
      { orderId: 990_077, status: "processing", ...more },
      { times: 1_000 },
    );
    await world.advance(HOUR);
    await world.work();
  }
  const [first, second] = await Promise.all(codes.map(rowOf));
  const alarmOf = (code = "") => `The service has given this order the order ID of ${code}.`;
  expect([first?.alarm, second?.alarm]).toEqual([alarmOf(codes[1]), alarmOf(codes[0])]);
});
