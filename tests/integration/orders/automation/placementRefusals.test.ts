import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { placeForOwner, type OwnerPurchase } from "#server/orders/automation/placeForOwner.ts";
import { placementRefusal } from "#server/orders/automation/placementRefusals.ts";
import { setProductLimit } from "#server/orders/limits/setProductLimit.ts";
import { createLimitWorld, type LimitWorld } from "#tests/integration/orders/limits/limitWorld.ts";

let world: LimitWorld;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.noLimits();
  await world.advance(MINUTE);
  await owner({ disabledAt: null, role: "buyer" });
  await setProductLimit(world.admin, { productId: world.product.id, codes: null, days: 1, reason: "" });
});
afterAll(() => world.close());

const owner = (values: Partial<typeof members.$inferInsert>) =>
  world.program.db.update(members).set(values).where(eq(members.id, world.request.actor.id));

/** The refusal of an order for the owner, in one word for what asked for it. */
async function refused(program: Program, more: Partial<OwnerPurchase> = {}) {
  const { id: productId, price } = world.product;
  const purchase: OwnerPurchase = {
    environment: "sandbox",
    ownerId: world.request.actor.id,
    automation: { kind: "restock", id: randomUUID(), name: "Codes" },
    permission: "rules.manage",
    occasion: "1",
    currency: "EUR",
    lines: [{ productId, quantity: 1, maxPrice: price }],
    ...more,
  };
  const error: unknown = await placeForOwner(program, purchase).catch((thrown: unknown) => thrown);
  if (!isAppError(error)) throw new Error("nothing was refused");
  const placed = await world.program.db
    .select()
    .from(orders)
    .where(eq(orders.purchaseOrder, purchase.automation.id));
  expect(placed).toEqual([]);
  return { kind: error.kind, refusal: placementRefusal(error) };
}

describe("what refuses an order that a schedule or a restock rule places", () => {
  it("is for now while the service cannot be reached", async () => {
    const cutOff = world.instance({}, { baseUrl: "http://127.0.0.1:9/v2" });
    expect(await refused(cutOff)).toEqual({ kind: "service-unreachable", refusal: "for-now" });
  });

  it("is for now while orders are on hold", async () => {
    const held = { ...world.program, holdsOrders: true };
    expect(await refused(held)).toEqual({ kind: "service-unreachable", refusal: "for-now" });
  });

  it("is for now while the service does not accept the key", async () => {
    const stranger = world.instance({}, { keys: ["svc_test_of_nobody"] });
    expect(await refused(stranger)).toMatchObject({ refusal: "for-now" });
  });

  it("is for now on an instance that was started without the key of the environment", async () => {
    expect(await refused({ ...world.program, services: {} })).toEqual({
      kind: "not-configured",
      refusal: "for-now",
    });
  });

  it.each(["service-failed", "too-many", "too-busy"] as const)(
    "is for now while what can't be used is in use or broken: %s",
    (kind) => {
      expect(placementRefusal({ kind })).toBe("for-now");
    },
  );

  it("is final for a price above the ceiling, and beyond a limit of the product", async () => {
    const { id: productId, price } = world.product;
    const dear = { lines: [{ productId, quantity: 1, maxPrice: price - 1 }] };
    expect(await refused(world.program, dear)).toEqual({ kind: "conflict", refusal: "final" });
    await setProductLimit(world.admin, { productId, codes: 0, days: 1, reason: "" });
    expect(await refused(world.program)).toEqual({ kind: "conflict", refusal: "final" });
  });

  it("is final for a product that is gone, and for a currency that it does not have", async () => {
    const lines = [{ productId: 999_999_999, quantity: 1, maxPrice: null }];
    expect(await refused(world.program, { lines })).toMatchObject({ refusal: "final" });
    expect(await refused(world.program, { currency: "USD" })).toMatchObject({ refusal: "final" });
  });

  it("holds for every later occasion once the owner is disabled, or may not order any more", async () => {
    await owner({ role: "viewer" });
    expect(await refused(world.program)).toEqual({ kind: "forbidden", refusal: "owner" });
    await owner({ role: "buyer", disabledAt: world.now() });
    expect(await refused(world.program)).toEqual({ kind: "unauthenticated", refusal: "owner" });
  });
});
