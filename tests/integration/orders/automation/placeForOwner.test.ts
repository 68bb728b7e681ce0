import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { placeForOwner, type OwnerPurchase } from "#server/orders/automation/placeForOwner.ts";
import { setProductLimit } from "#server/orders/limits/setProductLimit.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "#tests/integration/orders/limits/limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.noLimits();
  await world.advance(MINUTE);
  const { id } = world.request.actor;
  await world.program.db.update(members).set({ disabledAt: null, role: "buyer" }).where(eq(members.id, id));
});
afterAll(() => world.close());

function purchase(more: Partial<OwnerPurchase> = {}): OwnerPurchase {
  return {
    environment: "sandbox",
    ownerId: world.request.actor.id,
    automation: { kind: "schedule", id: randomUUID(), name: "Mondays" },
    permission: "schedules.manage",
    occasion: "2030-01-07",
    currency: "EUR",
    lines: [{ productId: world.product.id, quantity: 2, maxPrice: world.product.price }],
    ...more,
  };
}
const place = (given: OwnerPurchase, program = world.program) => placeForOwner(program, given);
const ordersOf = (given: OwnerPurchase) =>
  world.program.db
    .select()
    .from(orders)
    .where(eq(orders.confirmationId, confirmationOf(given.automation, given.occasion)));

describe("an order that a schedule places for its owner", () => {
  it("is the owner's, says what placed it, and is sent like any other", async () => {
    const given = purchase({ purchaseOrder: "PO 7", tags: ["weekly"] });
    const row = await place(given);
    expect(row).toMatchObject({
      state: "processing",
      placedBy: given.ownerId,
      automation: given.automation,
      purchaseOrder: "PO 7",
      tags: ["weekly"],
    });
    const view = await readOrder(world.request, { reference: row.externalOrderCode ?? "" });
    expect([view.placedBy, view.automation]).toEqual(["Bea Buyer", given.automation]);
    const [record] = await world.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.orderRow, row.id));
    expect(record).toMatchObject({ action: "order.confirmed", actorId: given.ownerId });
    expect(record?.details).toMatchObject({ automation: given.automation });
  });

  it("is placed once for an occasion by however many instances at once, and again for the next", async () => {
    const given = purchase();
    const instances = Array.from({ length: 4 }, () => world.instance());
    const rows = await Promise.all([...instances, ...instances].map((program) => place(given, program)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect(await ordersOf(given)).toHaveLength(1);
    expect(await world.postsOf(rows[0]?.externalOrderCode ?? "")).toBe(1);
    expect((await place({ ...given, occasion: "2030-01-14" })).id).not.toBe(rows[0]?.id);
  });

  it("is not bought again if the ledger has forgotten it: the service recognises it", async () => {
    const given = purchase();
    const { id, externalOrderCode } = await place(given);
    const forgotten = {
      confirmationId: null,
      externalOrderCode: randomUUID(),
      orderId: null,
      nextActionAt: null,
    };
    await world.program.db.update(orders).set(forgotten).where(eq(orders.id, id));
    const again = await place(given);
    expect(again.externalOrderCode).toBe(externalOrderCode);
    await world.work();
    await world.finish();
    expect(await world.ordersAtService(externalOrderCode ?? "")).toHaveLength(1);
  });

  it("waits for another member above a limit of its owner, who cannot approve it", async () => {
    await world.limit({ perOrder: 0 });
    const { state, externalOrderCode } = await place(purchase());
    expect(state).toBe("awaiting_approval");
    const reference = externalOrderCode ?? "";
    expect(await kindOf(approveOrder(world.request, { reference }))).toBe("forbidden");
    expect((await approveOrder(world.approver, { reference })).state).toBe("waiting");
  });

  it("is refused beyond a limit of the product", async () => {
    const { id: productId } = world.product;
    await setProductLimit(world.admin, { productId, codes: 0, days: 1, reason: "" });
    const given = purchase();
    expect(await kindOf(place(given))).toBe("conflict");
    await setProductLimit(world.admin, { productId, codes: null, days: 1, reason: "" });
    expect(await ordersOf(given)).toEqual([]);
  });

  it("is not placed for an owner who is disabled or has lost the right", async () => {
    const { db } = world.program;
    const given = purchase();
    const owner = eq(members.id, given.ownerId);
    await db.update(members).set({ role: "viewer" }).where(owner);
    expect(await kindOf(place(given))).toBe("forbidden");
    await db.update(members).set({ role: "buyer", disabledAt: world.now() }).where(owner);
    expect(await kindOf(place(given))).toBe("unauthenticated");
    expect(await ordersOf(given)).toEqual([]);
  });

  it("is not placed above the ceiling of a line, nor while orders are on hold", async () => {
    const { id: productId, price } = world.product;
    const dear = purchase({ lines: [{ productId, quantity: 1, maxPrice: price - 1 }] });
    const refused = await place(dear).catch((error: unknown) => error);
    expect(isAppError(refused) ? refused.details.lines?.[0]?.message : "").toMatch(/above the highest price/);
    expect(await kindOf(place(purchase(), { ...world.program, holdsOrders: true }))).toBe(
      "service-unreachable",
    );
    expect(await ordersOf(dear)).toEqual([]);
    const free = purchase({ lines: [{ productId, quantity: 1, maxPrice: null }] });
    expect((await place(free)).state).toBe("processing");
  });

  it("is the same batch again and again, unless the outcome of one is unknown", async () => {
    const watchful = { ...world.program, recentOrderMs: MINUTE, recentBatchMs: 60 * MINUTE };
    const given = purchase();
    const first = await place(given, watchful);
    await place({ ...given, occasion: "2" }, watchful);
    await world.program.db.update(orders).set({ state: "unconfirmed" }).where(eq(orders.id, first.id));
    expect(await kindOf(place({ ...given, occasion: "3" }, watchful))).toBe("conflict");
  });
});
