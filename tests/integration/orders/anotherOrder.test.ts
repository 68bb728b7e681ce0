import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { exportCodes } from "#server/codes/export/exportCodes.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { acceptAnswer } from "#server/orders/verbs/acceptAnswer.ts";
import { checkOrder } from "#server/orders/verbs/checkOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

const OTHER_PRODUCT = 990_030;
const ANOTHER = "Another order has this reference";

let world: OrderWorld;
let productId: number;
beforeAll(async () => {
  world = await createOrderWorld();
  productId = await scenario(world.sandbox, "slow");
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const typed = () => confirmation(productId, { externalOrderCode: `PO-${randomUUID()}` });
const always = { times: 1_000 };

async function rowOf(reference: string): Promise<OrderRow> {
  const row = await findByReference(world.program.db, "sandbox", reference);
  if (row === null) throw new Error("the order is gone");
  return row;
}

/** From now on, the service answers every look-up with this. */
async function hold(body: object): Promise<void> {
  await world.sandbox.control("DELETE", "faults");
  await answerNext(world.sandbox, "order", body, always);
}

async function pollLater(): Promise<void> {
  await world.advance(HOUR);
  await world.work();
}

async function expectWithheld(code: string, differs: string): Promise<OrderRow> {
  const row = await rowOf(code);
  expect(row.alarm).toContain(ANOTHER);
  expect(row.alarm).toContain(differs);
  expect(row).toMatchObject({ delivered: null, otherOrder: { acceptedAt: null } });
  expect(["needs_review", "unrecognised"]).toContain(row.state);
  const seen = await world.program.db
    .select()
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, row.id));
  expect(seen).toEqual([]);
  const shown = await readOrder(world.request, { reference: code });
  expect(shown).toMatchObject({ canReveal: false, delivered: null });
  expect(shown.otherOrder).not.toBeNull();
  await expect(revealCodes(world.request, { reference: code, skip: 0, take: 10 })).rejects.toThrow(/code/);
  return row;
}

const CODES = (product: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ productId: product, pin: `FOREIGN-${index}` }));

describe("another order that the service has under the reference of ours", () => {
  it.each([
    ["of another product", { products: CODES(OTHER_PRODUCT, 4) }, `Product ${OTHER_PRODUCT}`],
    ["of one more product", { products: [...CODES(-1, 4), ...CODES(OTHER_PRODUCT, 1)] }, `${OTHER_PRODUCT}`],
    ["with more codes", { products: CODES(-1, 7) }, "7 codes"],
    [
      "with another unit price",
      { products: CODES(-1, 4).map((each) => ({ ...each, price: 77 })) },
      "unit price",
    ],
    ["with another total", { price: 5, products: CODES(-1, 4) }, "total"],
    ["in another currency", { currency: "USD", products: CODES(-1, 4) }, "currency"],
  ])(
    "%s is not shown as ours after its look-up said 404 and our POST got it",
    async (_name, body, differs) => {
      const own: object = JSON.parse(
        JSON.stringify(body).replaceAll('"productId":-1', `"productId":${productId}`),
      );
      const input = typed();
      const code = input.externalOrderCode ?? "";
      // Not visible yet when the reference is looked up; our POST is answered with it.
      const held = { orderId: 880_001, externalOrderCode: code, status: "processing" };
      await answerNext(world.sandbox, "place", held, { status: 202 });
      await placeOrder(world.request, input);
      await hold({ ...held, status: "completed", ...own });
      await pollLater();
      await expectWithheld(code, differs);
    },
  );

  it("is not shown as ours where the POST itself is answered with the existing order and its codes", async () => {
    const input = typed();
    const code = input.externalOrderCode ?? "";
    const held = {
      orderId: 880_002,
      externalOrderCode: code,
      status: "completed",
      products: CODES(OTHER_PRODUCT, 4),
    };
    await answerNext(world.sandbox, "place", held);
    await placeOrder(world.request, input);
    const row = await expectWithheld(code, `Product ${OTHER_PRODUCT}`);
    expect(row).toMatchObject({ state: "needs_review", orderId: null });
  });

  it.each(["typed", "generated"] as const)(
    "is not shown as ours after a 409 to a %s reference",
    async (kind) => {
      const input = kind === "typed" ? typed() : confirmation(productId);
      const conflict = {
        statusCode: 409,
        error: "Conflict",
        message: "An order with this external order code already exists.",
      };
      await answerNext(world.sandbox, "place", conflict, { status: 409 });
      const placed = await placeOrder(world.request, input);
      const code = placed.externalOrderCode ?? "";
      await hold({ orderId: 880_003, status: "completed", products: CODES(OTHER_PRODUCT, 1) });
      await pollLater();
      await expectWithheld(code, `Product ${OTHER_PRODUCT}`);
    },
  );

  it("is seen while it is still in progress, by the quantities of its lines", async () => {
    const input = typed();
    const code = input.externalOrderCode ?? "";
    const held = { orderId: 880_004, externalOrderCode: code, status: "processing" };
    await answerNext(world.sandbox, "place", held, { status: 202 });
    await placeOrder(world.request, input);
    await hold({ ...held, orderProducts: [{ productId, quantity: 1, price: 1_000 }] });
    await pollLater();
    await expectWithheld(code, "quantity");
  });

  it("keeps its codes from everybody, whatever the service says later, until a person has decided", async () => {
    const code = await withheld(880_005);
    await hold({ orderId: 880_005, status: "processing", message: "Order is still processing" });
    await pollLater();
    await hold({ orderId: 880_005, status: "completed", products: CODES(productId, 4) });
    await pollLater();
    await expectWithheld(code, `Product ${OTHER_PRODUCT}`);
  });

  it("shows both sides, and a person who finds that it is ours after all accepts it", async () => {
    const code = await withheld(880_006);
    const shown = await readOrder(world.request, { reference: code });
    expect(shown.lines).toMatchObject([{ productId, quantity: 4 }]);
    expect(shown.otherOrder).toMatchObject({
      orderId: "880006",
      statusName: "completed",
      codes: [{ productId: OTHER_PRODUCT, count: 4 }],
    });
    expect(JSON.stringify(shown)).not.toContain("FOREIGN");
    expect(shown.actions).toContain("accept");
    await acceptAnswer(world.request, { reference: code, reason: "The supplier renamed the product" });
    await world.advance(MINUTE);
    await checkOrder(world.request, { reference: code });
    expect(await rowOf(code)).toMatchObject({ state: "completed", delivered: 4 });
    expect((await revealCodes(world.request, { reference: code, skip: 0, take: 10 })).total).toBe(4);
    // What was not accepted is withheld again.
    await hold({ orderId: 880_006, status: "completed", products: CODES(OTHER_PRODUCT + 1, 4) });
    await world.advance(HOUR);
    await expect(revealCodes(world.request, { reference: code, skip: 0, take: 10 })).rejects.toThrow(ANOTHER);
    expect((await rowOf(code)).alarm).toContain(`Product ${OTHER_PRODUCT + 1}`);
  });

  it("is closed by a person who finds that it is not ours, and its number is no longer ours", async () => {
    const code = await withheld(880_007);
    await endOrder(world.request, { reference: code, verb: "close", reason: "Placed by the web shop" });
    expect(await rowOf(code)).toMatchObject({ state: "closed", orderId: null, nextActionAt: null });
  });
});

describe("codes that were delivered and are others at a reveal", () => {
  it("are shown to nobody, by no way, and the alarm is raised", async () => {
    const placed = await placeOrder(world.request, confirmation(productId));
    const code = placed.externalOrderCode ?? "";
    await hold({ status: "completed", products: CODES(productId, 4) });
    await pollLater();
    expect(await rowOf(code)).toMatchObject({ state: "completed", alarm: null });
    await hold({ status: "completed", products: CODES(OTHER_PRODUCT, 4) });
    const reveal = () => revealCodes(world.request, { reference: code, skip: 0, take: 10 });
    await expect(reveal()).rejects.toThrow(ANOTHER);
    expect(await rowOf(code)).toMatchObject({ state: "completed", otherOrder: { acceptedAt: null } });
    // Also where the service then lists the right ones: a person looks first.
    await hold({ status: "completed", products: CODES(productId, 4) });
    await expect(reveal()).rejects.toThrow(ANOTHER);
    const file = exportCodes(world.request, {
      reference: code,
      format: "csv",
      separator: ",",
      skip: 0,
      take: 10,
      reason: "r",
    });
    await expect(file).rejects.toThrow(ANOTHER);
    const stored = await world.program.db.select().from(orders).where(eq(orders.externalOrderCode, code));
    expect(JSON.stringify(stored)).not.toContain("FOREIGN");
  });
});

/** An order whose reference another order has, of another product. */
async function withheld(orderId: number): Promise<string> {
  const input = typed();
  const code = input.externalOrderCode ?? "";
  const held = { orderId, externalOrderCode: code, status: "processing" };
  await answerNext(world.sandbox, "place", held, { status: 202 });
  await placeOrder(world.request, input);
  await hold({ ...held, status: "completed", products: CODES(OTHER_PRODUCT, 4) });
  await pollLater();
  return code;
}
