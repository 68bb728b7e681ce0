import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
});
beforeEach(async () => {
  await world.advance(60 * SECOND);
  await world.program.db.delete(serviceState);
  await world.program.db.update(orders).set({ nextActionAt: null });
  world.calls.length = 0;
});
afterAll(() => world.close());

const check = (...ids: number[]) =>
  preflightOrder(world.request, {
    currency: "EUR",
    lines: ids.map((id) => ({ productId: id, quantity: 1 })),
  });
const reads = () => world.calls.filter(({ operation }) => operation === "product").length;

describe("the check before an order", () => {
  it("reads each product once, however many lines have it, and again only after some seconds", async () => {
    const other = await scenario(world.sandbox, "partial");
    await check(productId, other, productId);
    expect(reads()).toBe(2);
    await check(productId, other);
    await placeOrder(world.request, confirmation(productId));
    expect(reads()).toBe(2);
    await world.advance(6 * SECOND);
    await check(productId);
    expect(reads()).toBe(3);
  });

  it("is not shared with another environment or program", async () => {
    await check(productId);
    await preflightOrder(
      { ...world.request, ...world.instance() },
      { currency: "EUR", lines: [{ productId, quantity: 1 }] },
    );
    expect(reads()).toBe(2);
  });

  it("counts what is being sent to the service in the currency, and not what the service has already", async () => {
    expect((await check(productId)).inFlight).toEqual({ orders: 0, price: 0 });
    await placeOrder(world.request, confirmation(productId));
    const unknown = await placeOrder(
      world.request,
      confirmation(await scenario(world.sandbox, "down-always")),
    );
    expect(unknown.state).toBe("unconfirmed");
    expect((await check(productId)).inFlight).toEqual({ orders: 1, price: unknown.price });
    const francs = { currency: "CHF", lines: [{ productId, quantity: 1 }] };
    expect((await preflightOrder(world.request, francs)).inFlight).toEqual({ orders: 0, price: 0 });
  });

  it("asks again at once after a rejection, which has corrected the catalog where it was about country or currency", async () => {
    const wrong = await scenario(world.sandbox, "wrong-country");
    await check(wrong);
    await world.program.db
      .update(catalogProducts)
      .set({ retiredAt: world.now() })
      .where(eq(catalogProducts.productId, wrong));
    world.calls.length = 0;
    await expect(placeOrder(world.request, confirmation(wrong))).rejects.toMatchObject({ kind: "rejected" });
    const [stored] = await world.program.db
      .select()
      .from(catalogProducts)
      .where(eq(catalogProducts.productId, wrong));
    expect(stored?.retiredAt).toBeNull();
    expect(reads()).toBe(1);
    await check(wrong);
    expect(reads()).toBe(2);
  });

  it.each(["sandbox", "production"] as const)(
    "never sends a code that was delivered in %s to the service, should somebody type one as the order reference",
    async (environment) => {
      const { externalOrderCode } = await placeOrder(world.request, confirmation(productId));
      const { db } = world.program;
      const row = await findByReference(db, "sandbox", externalOrderCode ?? "");
      if (row === null) throw new Error("no order");
      await db.update(orders).set({ environment }).where(eq(orders.id, row.id));
      const pin = `SECRET-${randomUUID()}`;
      await db.transaction((tx) =>
        rememberFingerprints(tx, world.program, row, [{ productId: null, index: 0, fields: { pin } }]),
      );
      const typed = { ...confirmation(productId), externalOrderCode: pin.toLowerCase() };
      const { currency, lines } = typed;
      world.calls.length = 0;
      const checked = await preflightOrder(world.request, {
        currency,
        lines,
        externalOrderCode: pin.toLowerCase(),
      });
      const message =
        "This order reference is a code that was delivered to you. Choose another, or leave it blank to generate one.";
      expect(checked).toMatchObject({ ok: false, orderProblems: [message], existingReference: null });
      await expect(placeOrder(world.request, typed)).rejects.toMatchObject({ kind: "validation", message });
      expect(world.calls.filter(({ operation }) => operation !== "product")).toEqual([]);
      const ofRow = and(eq(auditRecords.action, "codes.searched"), eq(auditRecords.orderRow, row.id));
      const records = await db.select().from(auditRecords).where(ofRow);
      expect(records).toMatchObject([
        { environment, actorId: world.request.actor.id },
        { environment, actorId: world.request.actor.id },
      ]);
    },
  );
});
