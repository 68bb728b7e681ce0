import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { missingLines } from "#components/orders/order/newDraftLines.ts";
import { HOUR } from "#lib/time/instant.ts";
import { connect } from "#server/db/connect.ts";
import { codeFingerprints, codeLists, orders } from "#server/db/schema/orders.ts";
import { findOrderOfCode } from "#server/orders/lookUp/findOrderOfCode.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { confirmation } from "#tests/support/orderWorld.ts";
import { createDeliveries, entries } from "./deliveries.ts";

const deliveries = await createDeliveries();
const { world } = deliveries;
afterAll(() => world.close());

describe("codes that come again", () => {
  it("need one connection to the database, though nothing else has changed", async () => {
    const reference = await deliveries.place({ productId: 10, quantity: 2 });
    const partial = { status: "partial", delivered: 1, total: 2, products: entries({ "SAME-1": 10 }) };
    const before = await deliveries.poll(reference, partial);
    const isThis = eq(orders.externalOrderCode, reference);
    await world.program.db.update(orders).set({ nextActionAt: world.now() }).where(isThis);
    await deliveries.answer("order", "before", partial);
    const single = connect(world.database.url, 1);
    try {
      await world.work(world.instance(undefined, { db: single.db }));
    } finally {
      await single.close();
    }
    const after = await readOrder(world.request, { reference });
    expect(after).toMatchObject({ state: "partial", revision: before.revision + 1 });
  });
});

describe("codes that come one after the other", () => {
  it("are each of their product, though a later answer lists them elsewhere", async () => {
    const reference = await deliveries.place({ productId: 11, quantity: 3 }, { productId: 12, quantity: 3 });
    await deliveries.poll(reference, {
      status: "partial",
      delivered: 2,
      total: 6,
      products: entries({ "AAAA-1": 11, "BBBB-1": 12 }),
    });
    const grouped = entries({ "AAAA-1": 11, "AAAA-2": 11, "BBBB-1": 12 });
    const order = await deliveries.poll(reference, {
      status: "partial",
      delivered: 3,
      total: 6,
      products: grouped,
    });
    expect(missingLines(order)?.lines?.map((line) => [line.productId, line.quantity])).toEqual([
      [11, "1"],
      [12, "2"],
    ]);
    const all = entries({
      "AAAA-1": 11,
      "AAAA-2": 11,
      "AAAA-3": 11,
      "BBBB-1": 12,
      "BBBB-2": 12,
      "BBBB-3": 12,
    });
    expect(await deliveries.poll(reference, { status: "completed", products: all })).toMatchObject({
      alarm: null,
    });
    expect(await deliveries.stockOf(11)).toMatchObject({ delivered: 3, untouched: 3 });
    expect(await deliveries.stockOf(12)).toMatchObject({ delivered: 3, untouched: 3 });
  });

  it("are in the stock in place of those that the service replaced, and the alarm is raised", async () => {
    const reference = await deliveries.place({ productId: 13, quantity: 2 });
    await deliveries.poll(reference, {
      status: "some",
      delivered: 1,
      total: 2,
      products: entries({ "OLD-1": 13 }),
    });
    const order = await deliveries.poll(reference, {
      status: "completed",
      products: entries({ "NEW-1": 13, "NEW-2": 13 }),
    });
    expect(order.alarm).toContain("not the ones that were delivered before");
    expect(await deliveries.stockOf(13)).toMatchObject({ delivered: 2, untouched: 2 });
    expect(await world.program.db.$count(codeFingerprints, eq(codeFingerprints.productId, 13))).toBe(2);
  });

  it("are missing from the stock while the service does not list them, and back once it does", async () => {
    const reference = await deliveries.place({ productId: 14, quantity: 3 });
    const two = entries({ "CCCC-1": 14, "CCCC-2": 14 });
    await deliveries.poll(reference, { status: "some", delivered: 2, total: 3, products: two });
    await deliveries.poll(reference, { status: "some", delivered: 2, total: 3, products: two.slice(1) });
    expect(await deliveries.stockOf(14)).toMatchObject({ delivered: 1, untouched: 1 });
    await deliveries.poll(reference, { status: "some", delivered: 2, total: 3, products: two });
    expect(await deliveries.stockOf(14)).toMatchObject({ delivered: 2, untouched: 2 });
  });
});

describe("codes that come with the answer to the order itself", () => {
  it("are in the stock, and their order is found by them", async () => {
    const products = ["POSTED-1", "POSTED-2", "POSTED-3", "POSTED-4"].map((pin) => ({
      productId: deliveries.productId,
      pin,
    }));
    await deliveries.answer("place", "after", { orderId: 990_001, status: "completed", products });
    expect(await placeOrder(world.request, confirmation(deliveries.productId))).toMatchObject({
      state: "completed",
    });
    await world.advance(48 * HOUR);
    await world.work();
    expect((await findOrderOfCode(world.request, { code: "POSTED-1" })).orders).toHaveLength(1);
    expect(await deliveries.stockOf(deliveries.productId)).toMatchObject({ delivered: 4, untouched: 4 });
  });

  it("are nobody's where the answer is about another order", async () => {
    const reference = await deliveries.place({ productId: 16, quantity: 1 });
    await deliveries.poll(reference, {
      orderId: 990_002,
      status: "completed",
      products: entries({ "FOREIGN-1": 16 }),
    });
    expect(await deliveries.stockOf(16)).toBeUndefined();
  });
});

describe("codes whose fingerprints the database refuses", () => {
  const { db } = world.program;
  const whileRefused = async (work: () => Promise<void>) => {
    const change = (what: string) => db.execute(sql.raw(`alter table code_fingerprints ${what}`));
    await change("add constraint refused check (false) not valid");
    try {
      await work();
    } finally {
      await change("drop constraint refused");
    }
  };

  it("leave the order as the service says that it is, and are stored with the next answer", async () => {
    const reference = await deliveries.place({ productId: 21, quantity: 2 });
    const one = { status: "some", delivered: 1, total: 2, products: entries({ "IIII-1": 21 }) };
    await whileRefused(async () => {
      expect(await deliveries.poll(reference, one)).toMatchObject({ state: "partial", delivered: 1 });
    });
    expect(world.logged.at(-1)).toContain("fingerprints of delivered codes could not be stored");
    expect(world.logged.join()).not.toContain("IIII-1");
    await deliveries.poll(reference, one);
    expect(await deliveries.stockOf(21)).toMatchObject({ delivered: 1, untouched: 1 });
  });

  it("lose no order that was just placed", async () => {
    const { productId } = deliveries;
    const pins = ["JJJJ-1", "JJJJ-2", "JJJJ-3", "JJJJ-4"];
    const products = entries(Object.fromEntries(pins.map((pin) => [pin, productId])));
    await deliveries.answer("place", "after", { orderId: 990_003, status: "completed", products });
    await whileRefused(async () => {
      const order = await placeOrder(world.request, confirmation(deliveries.productId));
      expect(order).toMatchObject({ state: "completed", orderId: "990003", delivered: 4 });
    });
  });
});

it("codes of which earlier versions stored a fingerprint over all fields are still the same", async () => {
  const reference = await deliveries.place({ productId: 17, quantity: 2 });
  const signed = (signature: number) => ({
    status: "some",
    delivered: 1,
    total: 2,
    products: [{ productId: 17, pin: { code: "DDDD-1", url: `https://redeem.example/?sig=${signature}` } }],
  });
  await deliveries.poll(reference, signed(1));
  const { db, fingerprintKey } = world.program;
  const fields = JSON.stringify([
    ["code", "DDDD-1"],
    ["url", "https://redeem.example/?sig=1"],
  ]);
  const fingerprint = createHmac("sha256", fingerprintKey).update(fields).digest();
  await db.update(codeFingerprints).set({ fingerprint }).where(eq(codeFingerprints.productId, 17));
  await db.delete(codeLists);
  expect(await deliveries.poll(reference, signed(1))).toMatchObject({ alarm: null });
  // From then on by what identifies it.
  expect(await deliveries.poll(reference, signed(2))).toMatchObject({ alarm: null });
  expect(await deliveries.stockOf(17)).toMatchObject({ delivered: 1, untouched: 1 });
});

describe("an order that the service calls complete while one of its codes is still to come", () => {
  const codes = (...pins: string[]) => ({
    status: "completed",
    products: pins.map((pin) => ({ productId: 19, pin })),
  });

  it("is polled on until the code is there, and does not offer to buy it again meanwhile", async () => {
    const reference = await deliveries.place({ productId: 19, quantity: 2 });
    const order = await deliveries.poll(reference, codes("GGGG-1", "pending"));
    expect(order).toMatchObject({ state: "completed", delivered: 1, ordered: 2, canReveal: true });
    expect(order.actions).toEqual(["copy"]);
    expect(order).toMatchObject({ nextLookAt: expect.any(String), recheckUntil: expect.any(String) });
    const after = await deliveries.poll(reference, codes("GGGG-1", "GGGG-2"));
    expect(after).toMatchObject({ delivered: 2, nextLookAt: null, recheckUntil: null, actions: ["copy"] });
    expect(await deliveries.stockOf(19)).toMatchObject({ delivered: 2, untouched: 2 });
  });

  it("offers to order it again once it has not come for a day", async () => {
    const reference = await deliveries.place({ productId: 19, quantity: 2 });
    await deliveries.poll(reference, codes("HHHH-1", "pending"));
    await world.advance(24 * HOUR);
    const order = await deliveries.poll(reference, codes("HHHH-1", "pending"));
    expect(order).toMatchObject({ nextLookAt: null, recheckUntil: null });
    expect(order.actions).toEqual(["reorder_missing", "copy"]);
  });
});

describe("who may see the wallet and no codes", () => {
  it.each([
    [
      "a list of vouchers",
      { status: "completed", vouchers: [{ voucher: "SECRET-1", currency: "EUR", value: 2_500 }] },
    ],
    [
      "a wrapper with a status of its own",
      {
        status: "success",
        data: { status: "completed", products: [{ pin: "SECRET-1", currency: "EUR", price: 1 }] },
      },
    ],
  ])("does not see a code that is in %s", async (_shape, body) => {
    const reference = await deliveries.place();
    await deliveries.poll(reference, body);
    const viewer = await world.join("viewer", "Vera");
    expect(JSON.stringify(await readOrder(viewer, { reference }))).not.toContain("SECRET");
  });
});

describe("an order of which the service counts something else", () => {
  it("lacks no more codes than were ordered", async () => {
    const reference = await deliveries.place();
    const { price } = await readOrder(world.request, { reference });
    const order = await deliveries.poll(reference, {
      status: "partial",
      delivered: 1,
      quantity: 4,
      total: price,
      products: entries({ "EEEE-1": deliveries.productId }),
    });
    expect(order).toMatchObject({ state: "partial", ordered: 4, alarm: null });
    expect(missingLines(order)?.count).toBe(3);
  });

  it("is complete once all its codes are there", async () => {
    const reference = await deliveries.place({ productId: 18, quantity: 2 });
    const products = entries({ "FFFF-1": 18, "FFFF-2": 18 });
    expect(
      await deliveries.poll(reference, { status: "done", delivered: 2, total: 2_406, products }),
    ).toMatchObject({
      state: "completed",
      ordered: 2,
    });
  });
});
