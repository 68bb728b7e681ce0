import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { productLimits } from "#server/db/schema/limits.ts";
import { orders } from "#server/db/schema/orders.ts";
import { listProductLimits } from "#server/orders/limits/listProductLimits.ts";
import { setProductLimit } from "#server/orders/limits/setProductLimit.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { listAllowances } from "#server/orders/verbs/listAllowances.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.noLimits();
  await world.program.db.delete(productLimits);
  await world.program.db.update(orders).set({ nextActionAt: null, createdAt: world.now() - 100 * DAY });
});
afterAll(() => world.close());

const limit = (codes: number | null, request = world.admin, days = 1) =>
  setProductLimit(request, { productId: world.product.id, codes, days, reason: "A promotion" });
const stateOf = async (work: Promise<{ state: string }>) => (await work).state;
const leftNow = async () => (await listAllowances(world.request)).items[0]?.left;
const approve = (reference: string) => approveOrder(world.approver, { reference });

describe("a product's limit for a day", () => {
  it("is what the whole team may order of it, to the last code; an order beyond it is refused with its line", async () => {
    await limit(5);
    const other = await world.join("buyer", "Otto Other");
    expect(await stateOf(world.order(3))).toBe("processing");
    expect(await kindOf(world.order(3, other))).toBe("validation");
    expect(await stateOf(world.order(2, other))).toBe("processing");
    const message =
      "Your team orders at most 5 codes of this product a day (UTC): 0 left. Reason: A promotion";
    await expect(world.order(1)).rejects.toMatchObject({
      details: { lines: [{ index: 0, productId: world.product.id, message, field: "quantity", left: 0 }] },
    });
    await world.advance(DAY);
    expect(await stateOf(world.order(5))).toBe("processing");
  });

  it("holds for all lines of an order together, and is told by the check before and for the builder", async () => {
    await limit(4);
    const check = (...quantities: number[]) =>
      preflightOrder(world.request, {
        currency: "EUR",
        lines: quantities.map((quantity) => ({ productId: world.product.id, quantity })),
      });
    expect((await check(2, 2)).problems).toEqual([]);
    expect((await check(2, 3)).problems.map(({ index }) => index)).toEqual([0, 1]);
    expect(await leftNow()).toBe(4);
    await world.order(3);
    expect(await leftNow()).toBe(1);
    await limit(2);
    expect(await leftNow()).toBe(0);
  });

  it("is never exceeded by fifty orders at once, of several members and instances", async () => {
    await limit(7);
    const members = await Promise.all([1, 2, 3].map((number) => world.join("buyer", `Buyer ${number}`)));
    const instances = [world.program, world.instance()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => {
        const member = members[index % 3] ?? world.request;
        return world.order(1, { ...member, ...instances[index % 2] });
      }),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(await leftNow()).toBe(0);
  });

  it("counts a confirmation once, however often it arrives", async () => {
    await limit(1);
    const input = {
      currency: "EUR",
      lines: [{ productId: world.product.id, quantity: 1 }],
      confirmationId: randomUUID(),
    };
    const all = await Promise.all([1, 2, 3].map(() => placeOrder(world.request, input)));
    const again = await placeOrder(world.request, input);
    expect(new Set([...all, again].map(({ externalOrderCode }) => externalOrderCode)).size).toBe(1);
  });

  it("is free again of what was withdrawn or declined, and of every other order by which nothing was bought", async () => {
    await limit(2);
    await world.limit({ perOrder: 0 });
    for (const [verb, request] of [
      ["withdraw", world.request],
      ["decline", world.approver],
    ] as const) {
      const { externalOrderCode } = await world.order(2);
      expect(await leftNow()).toBe(0);
      await endOrder(request, { reference: externalOrderCode ?? "", verb });
      expect(await leftNow()).toBe(2);
    }
    await world.order(2);
    for (const state of ORDER_STATES) {
      await world.program.db.update(orders).set({ state }).where(eq(orders.state, "awaiting_approval"));
      const left = NOTHING_BOUGHT.includes(state) ? 2 : 0;
      expect([state, await leftNow()]).toEqual([state, left]);
      await world.program.db
        .update(orders)
        .set({ state: "awaiting_approval" })
        .where(eq(orders.state, state));
    }
  });

  it("is not used by orders that were only found at the service", async () => {
    await limit(2);
    await world.order(2);
    expect(await leftNow()).toBe(0);
    await world.program.db.update(orders).set({ origin: "found" });
    expect(await leftNow()).toBe(2);
    await world.program.db.update(orders).set({ origin: "placed" });
  });

  it("of several days counts the orders of today and of the days before, and no older ones", async () => {
    await limit(3, world.admin, 7);
    await world.order(2);
    await world.advance(6 * DAY);
    const message =
      "Your team orders at most 3 codes of this product in 7 days (UTC): 1 left. Reason: A promotion";
    await expect(world.order(2)).rejects.toMatchObject({ details: { lines: [{ message, left: 1 }] } });
    expect(await stateOf(world.order(1))).toBe("processing");
    await world.advance(DAY);
    expect(await leftNow()).toBe(2);
  });

  it("of several days is not exceeded by an order that was confirmed before midnight and is decided on after one of the next day", async () => {
    await limit(3, world.admin, 2);
    const clock = { ...world.request.clock, now: () => world.now() + DAY };
    expect(await stateOf(world.order(3, { ...world.request, clock }))).toBe("processing");
    await expect(world.order(1)).rejects.toMatchObject({ details: { lines: [{ left: 0 }] } });
    expect(await kindOf(world.order(1, { ...world.request, clock }))).toBe("validation");
  });

  it("of 0 blocks the product", async () => {
    await limit(0);
    await expect(world.order(1)).rejects.toMatchObject({
      details: { lines: [{ message: "Your team has blocked this product. Reason: A promotion", left: 0 }] },
    });
  });

  it("of another environment does not hold in this one, and a removed one holds no more", async () => {
    await limit(0);
    await world.program.db.update(productLimits).set({ environment: "production" });
    expect(await stateOf(world.order(1))).toBe("processing");
    await limit(0);
    expect(await kindOf(world.order(1))).toBe("validation");
    await limit(null);
    expect(await stateOf(world.order(1))).toBe("processing");
  });
});

describe("an approval of an order of a limited product", () => {
  const awaiting = async (quantity: number) => {
    const { state, externalOrderCode } = await world.order(quantity);
    expect(state).toBe("awaiting_approval");
    return externalOrderCode ?? "";
  };

  it("does not count the order itself, which has counted since it was confirmed", async () => {
    await limit(3);
    await world.limit({ perOrder: 0 });
    const reference = await awaiting(3);
    expect(await leftNow()).toBe(0);
    expect(await stateOf(approve(reference))).toBe("waiting");
  });

  it("is refused once the limit is lower, and the order can be decided on again at once", async () => {
    await limit(3);
    await world.limit({ perOrder: 0 });
    const reference = await awaiting(3);
    await limit(2);
    await expect(approve(reference)).rejects.toMatchObject({
      kind: "conflict",
      details: { lines: [{ index: 0 }] },
    });
    expect(await world.postsOf(reference)).toBe(0);
    await limit(3);
    expect(await stateOf(approve(reference))).toBe("waiting");
  });
});

describe("setting a product's limit", () => {
  it("is for those who manage the team, and is recorded with the limit before", async () => {
    for (const role of ["buyer", "approver", "support"] as const) {
      const member = await world.join(role, "Nobody");
      expect(await kindOf(limit(1, member))).toBe("forbidden");
      expect(await kindOf(listProductLimits(member))).toBe("forbidden");
    }
    const details = async () => {
      const [record] = await world.program.db
        .select({ details: auditRecords.details, environment: auditRecords.environment })
        .from(auditRecords)
        .where(eq(auditRecords.action, "limit.changed"))
        .orderBy(desc(auditRecords.id))
        .limit(1);
      return record;
    };
    const { id } = world.product;
    const view = await limit(5);
    const reason = "A promotion";
    expect(view.limits).toEqual([
      { productId: id, productName: expect.any(String), codes: 5, days: 1, ordered: 0, reason },
    ]);
    await limit(9);
    await limit(9);
    expect(await details()).toEqual({
      environment: "sandbox",
      details: { productId: id, codes: 9, days: 1, reason, before: { codes: 5, days: 1, reason } },
    });
    await limit(null);
    expect((await details())?.details).toEqual({
      productId: id,
      codes: null,
      reason,
      before: { codes: 9, days: 1, reason },
    });
    expect((await listProductLimits(world.admin)).limits).toEqual([]);
  });

  it("is refused for a product that the catalog doesn't have, and can be removed for one that it has no more", async () => {
    const unknown = { productId: 999_999_999, reason: "A typing error" };
    expect(await kindOf(setProductLimit(world.admin, { ...unknown, codes: 1, days: 1 }))).toBe("validation");
    expect(await kindOf(setProductLimit(world.admin, { ...unknown, codes: null, days: 1 }))).toBeNull();
  });
});
