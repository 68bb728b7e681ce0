import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { acceptAnswer } from "#server/orders/verbs/acceptAnswer.ts";
import { readHandOuts } from "#server/codes/handOut/readHandOuts.ts";
import { takeCodes } from "#server/codes/handOut/takeCodes.ts";
import { dismissOrders } from "#server/orders/attention/dismissOrders.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, codeLists, orders } from "#server/db/schema/orders.ts";
import { createDeliveries } from "./deliveries.ts";

const deliveries = await createDeliveries();
const { world } = deliveries;
afterAll(() => world.close());

type Entry = { productId: number; pin: unknown };
const complete = (products: Entry[]) => ({ status: "completed", products });

/** Delivers an order so, and says so from then on. */
async function deliver(...products: Entry[]): Promise<string> {
  const lines = Map.groupBy(products, ({ productId }) => productId);
  const reference = await deliveries.place(
    ...[...lines].map(([productId, { length }]) => ({ productId, quantity: length })),
  );
  await deliveries.poll(reference, complete(products));
  await say(...products);
  return reference;
}

const say = (...products: Entry[]) => deliveries.answer("order", "before", complete(products), 1_000);

async function take(productId: number, customerReference: string, count = 1) {
  const asked = { productId, count, customerReference, exposed: count, takeId: randomUUID() };
  const { items } = await takeCodes(world.request, asked);
  return items.map(({ fields }) => fields);
}

/** What is said of each code when all of an order's are revealed. */
async function handedTo(reference: string) {
  const { items } = await revealCodes(world.request, { reference, skip: 0, take: 10 });
  return items.map((code) => [code.productId, code.handedTo]);
}

describe("codes of two products with one text", () => {
  it("are two codes: each is handed out once, and shown as that of its product", async () => {
    const [first, second] = [
      { productId: 31, pin: { code: "1234", url: "https://redeem.example/31" } },
      { productId: 32, pin: { code: "1234", url: "https://redeem.example/32" } },
    ];
    const reference = await deliver(first, second);
    expect(await take(32, "C-32")).toEqual([second.pin]);
    expect(await deliveries.stockOf(31)).toMatchObject({ delivered: 1, handedOut: 0, untouched: 1 });
    expect(await deliveries.stockOf(32)).toMatchObject({ delivered: 1, handedOut: 1, untouched: 0 });
    expect(await handedTo(reference)).toEqual([
      [31, undefined],
      [32, "C-32"],
    ]);
    // Listed the other way round, they are still the same.
    await world.advance(3 * MINUTE);
    await say(second, first);
    expect(await handedTo(reference)).toEqual([
      [32, "C-32"],
      [31, undefined],
    ]);
    expect(await take(31, "C-31")).toEqual([first.pin]);
    await expect(take(31, "C-33")).rejects.toThrow("No unused code");
    const { items } = await readHandOuts(world.request, { customerReference: "C-32" });
    expect(items.map(({ fields }) => fields)).toEqual([second.pin]);
  });

  it("stay handed out when the service says another product of them later", async () => {
    const reference = await deliver({ productId: 33, pin: "MOVED-1" }, { productId: 34, pin: "MOVED-2" });
    await take(33, "C-33");
    await world.advance(3 * MINUTE);
    await say({ productId: 34, pin: "MOVED-1" }, { productId: 34, pin: "MOVED-2" });
    // Two codes of a product of which one was ordered: nobody sees them until a person has decided.
    await expect(handedTo(reference)).rejects.toThrow("Another order has this reference");
    await acceptAnswer(world.request, { reference, reason: "The service says so" });
    expect(await handedTo(reference)).toEqual([
      [34, "C-33"],
      [34, undefined],
    ]);
    expect(await take(34, "C-34")).toEqual([{ pin: "MOVED-2" }]);
    await expect(take(34, "C-35")).rejects.toThrow("No unused code");
  });
});

it("codes that are links are as many as there are, whatever else is the same in all of them", async () => {
  const links = [1, 2].map((at) => ({ type: "link", url: `https://redeem.example/${at}` }));
  const reference = await deliver(...links.map((pin) => ({ productId: 35, pin })));
  expect(await deliveries.stockOf(35)).toMatchObject({ delivered: 2, untouched: 2 });
  expect(await take(35, "C-1")).toEqual([links[0]]);
  expect(await handedTo(reference)).toEqual([
    [35, "C-1"],
    [35, undefined],
  ]);
});

it("a code that was delivered many times does not hide those behind it", async () => {
  const pins = ["A", "A", "A", "A", "A", "B"].map((name) => ({ productId: 39, pin: `MANY-${name}` }));
  await deliver(...pins);
  expect(await deliveries.stockOf(39)).toMatchObject({ delivered: 6, untouched: 2 });
  expect(await take(39, "C-MANY", 2)).toEqual([{ pin: "MANY-A" }, { pin: "MANY-B" }]);
});

it("a code that came after its order was read for somebody is handed out at once", async () => {
  const reference = await deliveries.place({ productId: 36, quantity: 2 });
  const some = { status: "some", delivered: 1, total: 2, products: [{ productId: 36, pin: "LATE-1" }] };
  await deliveries.poll(reference, some);
  await deliveries.answer("order", "before", some, 1_000);
  expect(await take(36, "C-36")).toEqual([{ pin: "LATE-1" }]);
  // The worker sees the second one, seconds later.
  const both = [some.products[0], { productId: 36, pin: "LATE-2" }];
  await world.program.db.update(orders).set({ nextActionAt: null });
  const of = eq(orders.externalOrderCode, reference);
  await world.program.db.update(orders).set({ nextActionAt: world.now() }).where(of);
  await deliveries.answer("order", "before", { status: "completed", products: both }, 1_000);
  await world.work();
  expect(await take(36, "C-37")).toEqual([{ pin: "LATE-2" }]);
});

it("a code stays the one that was handed out when what is counted and said beside it changes", async () => {
  const reference = await deliveries.place({ productId: 40, quantity: 2 });
  const delivered = (status: string, ...pins: string[]) => {
    const units = pins.map((code) => ({ code, status, ...(status === "redeemed" ? { used: true } : {}) }));
    const line = { productId: 40, delivered_quantity: pins.length, pin: { count: pins.length, list: units } };
    return { status: "some", delivered: pins.length, total: 2, products: [line] };
  };
  await deliveries.poll(reference, delivered("issued", "STAYS-1"));
  await deliveries.answer("order", "before", delivered("issued", "STAYS-1"), 1_000);
  expect(await take(40, "C-40")).toMatchObject([{ code: "STAYS-1" }]);
  const both = delivered("redeemed", "STAYS-1", "STAYS-2");
  expect(await deliveries.poll(reference, both)).toMatchObject({ delivered: 2, alarm: null });
  await deliveries.answer("order", "before", both, 1_000);
  await world.advance(3 * MINUTE);
  expect(await take(40, "C-41")).toMatchObject([{ code: "STAYS-2" }]);
  await expect(take(40, "C-42")).rejects.toThrow("No unused code");
});

it("a code in two texts is counted, handed out and recognised as one", async () => {
  const rows = ["1", "2"].map((at) => [`TWO-${at}`, `serial ${at}`]);
  const reference = await deliveries.place({ productId: 41, quantity: 2 });
  const some = { status: "some", delivered: 1, total: 2, products: [{ productId: 41, pin: [rows[0]] }] };
  expect(await deliveries.poll(reference, some)).toMatchObject({ state: "partial", delivered: 1 });
  const all = complete([{ productId: 41, pin: rows }]);
  expect(await deliveries.poll(reference, all)).toMatchObject({
    state: "completed",
    delivered: 2,
    alarm: null,
  });
  await deliveries.answer("order", "before", all, 1_000);
  expect(await deliveries.stockOf(41)).toMatchObject({ delivered: 2, untouched: 2 });
  expect(await take(41, "C-43")).toEqual([{ "pin.1": "TWO-1", "pin.2": "serial 1" }]);
  expect(await handedTo(reference)).toEqual([
    [41, "C-43"],
    [41, undefined],
  ]);
});

describe("codes of which earlier versions stored a fingerprint over all fields", () => {
  /** Stores the fingerprints of an order's codes, and of what was handed out of them, as they did. */
  async function storeOverAllFields(reference: string, pins: Record<string, string>[]): Promise<void> {
    const { db, fingerprintKey } = world.program;
    const [order] = await db.select().from(orders).where(eq(orders.externalOrderCode, reference));
    for (const [index, fields] of pins.entries()) {
      const sorted = JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const fingerprint = createHmac("sha256", fingerprintKey).update(sorted).digest();
      for (const table of [codeFingerprints, codeHandOuts]) {
        const of = and(eq(table.orderRow, order?.id ?? ""), eq(table.index, index));
        await db.update(table).set({ fingerprint }).where(of);
      }
    }
    await db.delete(codeLists);
    await world.advance(3 * MINUTE);
  }

  it("are handed out before the service was asked about their order again", async () => {
    const pin = { code: "EARLY-1", url: "https://redeem.example/?sig=1" };
    const reference = await deliver({ productId: 37, pin });
    await storeOverAllFields(reference, [pin]);
    expect(await take(37, "C-37")).toEqual([pin]);
    expect(await handedTo(reference)).toEqual([[37, "C-37"]]);
  });

  it("can be revealed where two that were handed out are the same code", async () => {
    const pins = ["1", "2"].map((viewedAt) => ({ code: "TWICE-1", viewedAt }));
    const reference = await deliver(...pins.map((pin) => ({ productId: 38, pin })));
    await take(38, "C-38");
    const { db } = world.program;
    const [taken] = await db.select().from(codeHandOuts).where(eq(codeHandOuts.productId, 38));
    if (taken === undefined) throw new Error("nothing was taken");
    const second = { ...taken, id: randomUUID(), index: 1, fingerprint: randomBytes(32) };
    await db
      .insert(codeHandOuts)
      .values({ ...second, customerReference: "C-39", takenAt: taken.takenAt + 1 });
    await storeOverAllFields(reference, pins);
    expect(await handedTo(reference)).toEqual([
      [38, "C-38"],
      [38, "C-38"],
    ]);
    const { items } = await readHandOuts(world.request, { customerReference: "C-39" });
    expect(items.map(({ fields }) => fields)).toEqual([pins[1]]);
  });
});

describe("a code that was handed out, and whose parts are listed in another way later", () => {
  const partial = (pin: unknown, delivered?: number) => (productId: number) => ({
    status: "partially_completed",
    ...(delivered === undefined ? {} : { delivered }),
    products: [{ productId, pin }],
  });
  const whole = (pin: unknown) => (productId: number) => ({
    status: "completed",
    products: [{ productId, pin }],
  });

  it.each([
    ["a text that grows", partial("AAAA-1111,BBBB-2222"), whole("AAAA-1111,BBBB-2222,CCCC-3333")],
    [
      "a text whose number of codes is told later",
      partial("AAAA-1112,BBBB-2223"),
      partial("AAAA-1112,BBBB-2223", 2),
    ],
    [
      "numbered fields",
      partial({ pin1: "AAAA-1113", pin2: "BBBB-2224" }),
      partial({ pin1: "AAAA-1113", pin2: "BBBB-2224" }, 2),
    ],
    ["a list in a list", partial([["AAAA-1114", "77"]]), partial([["AAAA-1114", "77"]], 1)],
  ])("is given to nobody else: %s", async (name, first, second) => {
    const productId = 50 + name.length;
    const reference = await deliveries.place({ productId, quantity: 3 });
    await deliveries.poll(reference, first(productId));
    await deliveries.answer("order", "before", first(productId), 1_000);
    await take(productId, "C-1");
    const { alarm } = await deliveries.poll(reference, second(productId));
    expect(alarm).toContain("The delivered codes are not the ones that were delivered before.");
    await deliveries.answer("order", "before", second(productId), 1_000);
    await world.advance(3 * MINUTE);
    expect(await deliveries.stockOf(productId)).toMatchObject({ untouched: 0 });
    await expect(take(productId, "C-2")).rejects.toThrow(
      `Codes of order ${reference} have changed since some were handed out.`,
    );
  });

  it("can be replaced by the service: its successor is handed out once somebody has dismissed the alarm", async () => {
    const reference = await deliver({ productId: 49, pin: "BROKEN-1" }, { productId: 49, pin: "GOOD-2" });
    await take(49, "C-1");
    await deliveries.poll(reference, whole(["REPLACED-1", "GOOD-2"])(49));
    await deliveries.answer("order", "before", whole(["REPLACED-1", "GOOD-2"])(49), 1_000);
    await world.advance(3 * MINUTE);
    // It was there before.
    expect(await take(49, "C-2")).toEqual([{ pin: "GOOD-2" }]);
    await expect(take(49, "C-3")).rejects.toThrow("have changed since some were handed out");
    await dismissOrders(world.request, { dismissed: true, orders: [{ reference, state: "completed" }] });
    expect(await take(49, "C-3")).toEqual([{ pin: "REPLACED-1" }]);
  });
});
