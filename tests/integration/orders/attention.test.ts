import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ORDER_STATES, type OrderState } from "#lib/contracts/orders/orderState.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { dismissOrders } from "#server/orders/attention/dismissOrders.ts";
import { listAttention } from "#server/orders/attention/listAttention.ts";
import { findByReference, UNKNOWN, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(() => world.program.db.update(orders).set({ dismissedAt: world.now(), nextActionAt: null }));
afterAll(() => world.close());

async function seed(state: OrderState, more: Partial<OrderRow> = {}): Promise<string> {
  const reference = randomUUID();
  const now = world.now();
  await world.program.db.insert(orders).values({
    ...UNKNOWN,
    environment: "sandbox",
    externalOrderCode: reference,
    origin: "placed",
    state,
    lines: [],
    createdAt: now,
    updatedAt: now,
    ...more,
  });
  return reference;
}

/** Sets the answer to the next poll. */
const answerOnce = (body: object) => answerNext(world.sandbox, "order", body);

const listed = async () => (await listAttention(world.request)).items.map((each) => each.externalOrderCode);
const dismiss = (reference: string, state: OrderState, dismissed = true) =>
  dismissOrders(world.request, { dismissed, orders: [{ reference, state }] });

async function recordsOf(reference: string) {
  const row = await findByReference(world.program.db, "sandbox", reference);
  const records = await world.program.db
    .select({ action: auditRecords.action, actorId: auditRecords.actorId })
    .from(auditRecords)
    .where(and(eq(auditRecords.orderRow, row?.id ?? "")))
    .orderBy(asc(auditRecords.id));
  return records.filter(({ action }) => /dismissed|restored/.test(action));
}

describe("what needs attention", () => {
  it("is every order that is undelivered, partial, rejected, not placed, unrecognised or in doubt, and every alarm", async () => {
    const wanted: string[] = [];
    for (const state of ORDER_STATES) {
      const reference = await seed(state);
      if (/unconfirmed|needs_review|unrecognised|partial|undelivered|rejected|not_placed/.test(state))
        wanted.push(reference);
    }
    wanted.push(await seed("completed", { alarm: "The service contradicts itself." }));
    expect(new Set(await listed())).toEqual(new Set(wanted));
    expect((await listAttention(world.request)).total).toBe(wanted.length);
  });

  it("stays in its environment", async () => {
    await seed("partial", { environment: "production" });
    expect(await listed()).toEqual([]);
  });

  it("is dismissed by a member, who is named with the time, and can be put back; both are recorded", async () => {
    const reference = await seed("partial");
    expect(await dismiss(reference, "partial")).toEqual({ changed: 1 });
    expect(await listed()).toEqual([]);
    const { dismissed } = await listAttention(world.request);
    expect(dismissed.find((each) => each.externalOrderCode === reference)?.dismissal).toMatchObject({
      by: "Bea Buyer",
    });
    expect(await dismiss(reference, "partial", false)).toEqual({ changed: 1 });
    expect(await listed()).toEqual([reference]);
    const actorId = world.request.actor.id;
    expect(await recordsOf(reference)).toEqual([
      { action: "order.dismissed", actorId },
      { action: "order.restored", actorId },
    ]);
  });

  it("is not dismissed in a state that the member has not seen, nor twice by two members at once", async () => {
    const changed = await seed("partial");
    expect(await dismiss(changed, "processing")).toEqual({ changed: 0 });
    expect(await listed()).toEqual([changed]);
    const both = await Promise.all([dismiss(changed, "partial"), dismiss(changed, "partial")]);
    expect(both.reduce((sum, { changed: each }) => sum + each, 0)).toBe(1);
    expect(await recordsOf(changed)).toHaveLength(1);
  });

  it("is not dismissed with an alarm that the member has not seen", async () => {
    const alarm = "The delivered codes are not the ones that were delivered before.";
    const reference = await seed("partial", { alarm });
    const dismissWith = (seen: string | null) =>
      dismissOrders(world.request, {
        dismissed: true,
        orders: [{ reference, state: "partial", alarm: seen }],
      });
    expect(await dismissWith(null)).toEqual({ changed: 0 });
    expect(await listed()).toEqual([reference]);
    expect(await dismissWith(alarm)).toEqual({ changed: 1 });
    expect(await listed()).toEqual([]);
  });

  it("is dismissed by support too, and by nobody without the permission", async () => {
    const reference = await seed("undelivered");
    const support = world.as({ ...world.request.actor, role: "support" });
    expect(
      await dismissOrders(support, { dismissed: true, orders: [{ reference, state: "undelivered" }] }),
    ).toEqual({ changed: 1 });
  });

  it("comes back when the order changes its state, and not when a poll changes nothing", async () => {
    const productId = await scenario(world.sandbox, "partial");
    const placed = await placeOrder(
      world.request,
      confirmation(productId, { lines: [{ productId, quantity: 8 }] }),
    );
    const reference = placed.externalOrderCode ?? "";
    await answerOnce({ status: "none", reason: "No stock." });
    await world.advance(HOUR);
    await world.work();
    await dismiss(reference, "undelivered");
    expect(await listed()).toEqual([]);
    await world.advance(HOUR);
    await world.work();
    expect(await listed()).toEqual([reference]);
    await dismiss(reference, "partial");
    await world.advance(2 * HOUR);
    expect(await world.work()).toBe(1);
    expect(await listed()).toEqual([]);
    await answerOnce({ status: "some", delivered: 3, orderId: 99 });
    await world.advance(6 * HOUR);
    expect(await world.work()).toBe(1);
    // The state is the same, and there is an alarm now.
    expect(await listed()).toEqual([reference]);
    expect((await listAttention(world.request)).items[0]?.alarm).toContain("order ID 99");
  });

  it("lists the newest fifty and says how many there are; dismissals of the last week only", async () => {
    const old = await seed("rejected");
    await world.program.db
      .update(orders)
      .set({ dismissedAt: world.now() - 8 * DAY })
      .where(eq(orders.externalOrderCode, old));
    for (let count = 0; count < 51; count += 1) await seed("rejected", { createdAt: world.now() + count });
    const { items, total, dismissed } = await listAttention(world.request);
    expect([items.length, total]).toEqual([50, 51]);
    expect(dismissed.some((each) => each.externalOrderCode === old)).toBe(false);
  });

  it("names a member who has left no longer than there is a name", async () => {
    const reference = await seed("rejected", { dismissedAt: world.now() + MINUTE, dismissedBy: null });
    await world.program.db.update(members).set({ name: "Bea Buyer" });
    const { dismissed } = await listAttention(world.request);
    expect(dismissed.find((each) => each.externalOrderCode === reference)?.dismissal.by).toBeNull();
  });
});
