import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as dismissRoute } from "#app/api/attention/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { PATCH as disputeRoute } from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import { POST as readRoute } from "#app/api/codes/hand-outs/read/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { GET as stockRoute } from "#app/api/codes/stock/route.ts";
import { codesPageSchema } from "#lib/contracts/codes/codes.ts";
import { handOutsSchema, MOST_HAND_OUTS, type HandOut } from "#lib/contracts/codes/handOut.ts";
import { stockSchema } from "#lib/contracts/codes/stock.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { isOfCustomer } from "#server/codes/handOut/isOfCustomer.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { isLogged, tablesWith } from "#tests/support/findSecret.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { createCodesWorld, type CodesWorld, type Products } from "./codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let cookie: string;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  cookie = await world.stack.signIn(buyer);
});
afterAll(() => world.close());

const pins = (count: number, name: string): Products =>
  Array.from({ length: count }, (_, at) => ({ pin: `${name}-${String(at).padStart(4, "0")}` }));

/** Places an order with codes of its own product. */
async function stocked(products: Products, productId: number): Promise<string> {
  cookie = await world.stack.signIn(buyer);
  const reference = await world.deliveredOrder(cookie, products, "pins-as-strings");
  // Each test has its own products, so that tests do not take each other's codes.
  const lines = [
    { productId, productName: "Streamly", price: 1_000, quantity: products.length, countryCode: null },
  ];
  await world.stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, reference));
  cookie = await world.stack.signIn(buyer);
  return reference;
}

function take(productId: number, body: object = {}, by = cookie): Promise<Answer> {
  const asked = { productId, customerReference: "C-1", takeId: randomUUID(), ...body };
  return world.stack.call(takeRoute, { method: "POST", cookie: by, body: asked });
}

function readAgain(customerReference: string, by = cookie): Promise<Answer> {
  return world.stack.call(readRoute, { method: "POST", cookie: by, body: { customerReference } });
}

function reveal(reference: string): Promise<Answer> {
  return world.stack.call(revealRoute, { method: "POST", cookie, params: { reference }, body: {} });
}

/** Keeps rows of a table locked by another transaction, until what it returns is called. */
async function hold(
  which: SQL,
  table: "orders" | "code_hand_outs" | "code_lists",
): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = world.stack.program.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${sql.identifier(table)} where ${which}`);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, done]);
  return async () => {
    released.resolve();
    await done;
  };
}

const itemsOf = ({ json }: Answer): HandOut[] => handOutsSchema.parse(json).items;
const pinsOf = (answer: Answer): (string | undefined)[] => itemsOf(answer).map(({ fields }) => fields?.pin);

async function stockOf(productId: number) {
  const { json } = await world.stack.call(stockRoute, { cookie });
  return stockSchema.parse(json).items.find((item) => item.productId === productId);
}

describe("handing out codes", () => {
  it("takes the next unused ones for a customer, and counts what is left over all orders", async () => {
    await stocked(pins(3, "FIRST"), 71);
    await stocked(pins(2, "SECOND"), 71);
    expect(await stockOf(71)).toMatchObject({ productName: "Streamly", delivered: 5, untouched: 5 });
    await world.answerWith(pins(3, "FIRST"));
    const taken = await take(71, { count: 2, customerReference: "C-7" });
    expect(taken.status, JSON.stringify(taken.json)).toBe(200);
    expect(pinsOf(taken)).toEqual(["FIRST-0000", "FIRST-0001"]);
    expect(itemsOf(taken)[0]).toMatchObject({
      customerReference: "C-7",
      takenBy: "Bea",
      state: "handed_out",
    });
    expect(await stockOf(71)).toMatchObject({ delivered: 5, handedOut: 2, disputed: 0, untouched: 3 });
    expect((await world.recorded("codes.handed-out")).at(-1)).toMatchObject({
      actorId: buyer.id,
      details: { count: 2, customerReference: "C-7" },
    });
  });

  it("never gives 50 takers at once the same code, and no more than there are", async () => {
    const delivered = pins(45, "RUSH");
    await stocked(delivered, 72);
    const others = await Promise.all(
      [0, 1, 2, 3].map(async () => world.stack.signIn(await world.stack.addMember("buyer"))),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => take(72, { customerReference: `R-${at}` }, others[at % 4])),
    );
    const given = answers.filter(({ status }) => status === 200).flatMap(pinsOf);
    expect(given).toHaveLength(45);
    expect(new Set(given)).toEqual(new Set(delivered.map(({ pin }) => pin)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await stockOf(72)).toMatchObject({ handedOut: 45, untouched: 0 });
  });

  it("loses no code when the answer is lost: the same take, and the customer's reference, show it again", async () => {
    const delivered = pins(2, "CRASH");
    await stocked(delivered, 73);
    await world.sandbox.control("DELETE", "faults");
    await world.sandbox.control("POST", "faults", {
      operation: "order",
      times: 100,
      action: { kind: "close" },
    });
    const takeId = randomUUID();
    const crashed = await take(73, { takeId, customerReference: "C-9" });
    expect(crashed.status).toBeGreaterThanOrEqual(500);
    await world.answerWith(delivered);
    const again = await take(73, { takeId, customerReference: "C-9" });
    expect(pinsOf(again)).toEqual(["CRASH-0000"]);
    expect(pinsOf(await take(73, { takeId, customerReference: "C-9" }))).toEqual(["CRASH-0000"]);
    expect(pinsOf(await readAgain("C-9"))).toEqual(["CRASH-0000"]);
    expect(await stockOf(73)).toMatchObject({ handedOut: 1, untouched: 1 });
    const thief = await world.stack.signIn(await world.stack.addMember("buyer"));
    expect((await take(73, { takeId }, thief)).status).toBe(409);
  });

  it("shows a hand-out again to its own member, and never as somebody else's", async () => {
    await stocked(pins(3, "AGAIN"), 80);
    const takeId = randomUUID();
    expect(pinsOf(await take(80, { takeId, customerReference: "C-80" }))).toEqual(["AGAIN-0000"]);
    expect(pinsOf(await take(80, { takeId, customerReference: "c-80 " }))).toEqual(["AGAIN-0000"]);
    // The answer was lost, and what was typed has changed since.
    for (const [productId, changed] of [
      [80, { customerReference: "C-81" }],
      [80, { customerReference: "C-80", count: 2 }],
      [81, { customerReference: "C-80" }],
    ] as const) {
      const refused = await take(productId, { takeId, ...changed });
      expect([changed, refused.status]).toEqual([changed, 409]);
      expect(JSON.stringify(refused.json)).toContain("1 code was already handed out to C-80");
    }
    expect(await stockOf(80)).toMatchObject({ handedOut: 1, untouched: 2 });
    expect(pinsOf(await readAgain("C-81"))).toEqual([]);
  });

  it("takes nothing if it cannot be recorded", async () => {
    await stocked(pins(1, "AUDIT"), 74);
    await world.refuseWrites("audit_records");
    const refused = await take(74);
    await world.allowWrites("audit_records");
    expect(refused.status).toBe(500);
    expect(await stockOf(74)).toMatchObject({ handedOut: 0, untouched: 1 });
  });

  it("says what of the stock it does not list: further products, and codes of which the product is not known", async () => {
    const reference = await stocked(pins(3, "MANY"), 82);
    const { db } = world.stack.program;
    const [order] = await db.select().from(orders).where(eq(orders.externalOrderCode, reference));
    if (order === undefined) throw new Error("no order");
    const listed = async () => stockSchema.parse((await world.stack.call(stockRoute, { cookie })).json);
    const before = await listed();
    expect(before).toMatchObject({ hasMore: false, unassigned: 0 });
    await db.insert(codeFingerprints).values(
      Array.from({ length: 501 }, (_, at) => ({
        orderRow: order.id,
        index: 1_000 + at,
        productId: 500_000 + at,
        fingerprint: randomBytes(32),
        firstSeenAt: order.createdAt,
      })),
    );
    await db
      .update(orders)
      .set({ lines: [...order.lines, ...order.lines] })
      .where(eq(orders.id, order.id));
    const after = await listed();
    expect(after).toMatchObject({ hasMore: true, unassigned: 3 });
    expect(after.items).toHaveLength(500);
    expect(await listed()).toEqual(after);
    await db.delete(codeFingerprints).where(eq(codeFingerprints.orderRow, order.id));
  });

  it("is said of the code wherever it is revealed again, also when the service lists it elsewhere", async () => {
    const reference = await stocked(pins(3, "MARK"), 83);
    await take(83, { count: 2, customerReference: "C-83" });
    await world.answerWith([{ pin: "MARK-0002" }, { pin: "MARK-0001" }, { pin: "MARK-0000" }]);
    world.stack.advance(3 * MINUTE);
    const { json } = await world.stack.call(revealRoute, {
      method: "POST",
      cookie,
      params: { reference },
      body: {},
    });
    expect(codesPageSchema.parse(json).items.map(({ fields, handedTo }) => [fields.pin, handedTo])).toEqual([
      ["MARK-0002", undefined],
      ["MARK-0001", "C-83"],
      ["MARK-0000", "C-83"],
    ]);
  });

  it("is shown beside the code in an export, in a column that exists only if one was handed out", async () => {
    const reference = await stocked(pins(2, "FILE"), 84);
    const exported = async (format: string) => {
      const options = { method: "POST", cookie, params: { reference }, body: { format, take: 10 } };
      return (await world.stack.call(exportRoute, options)).json;
    };
    await world.answerWith(pins(2, "FILE"));
    for (const format of ["csv", "json"])
      expect(JSON.stringify(await exported(format))).not.toMatch(/handed/i);
    await take(84, { customerReference: "=C,84", exposed: 1 });
    const [head, first, second] = String((await exported("csv")).file).split("\r\n");
    expect(head).toMatch(/,PIN,Handed out to$/);
    expect(first).toMatch(/FILE-0000.*,"=""=C,84"""$/);
    expect(second).toMatch(/FILE-0001"*,$/);
    expect(await exported("json")).toMatchObject({
      codes: [
        { number: 1, handedTo: "=C,84" },
        { number: 2, fields: { pin: "FILE-0001" } },
      ],
    });
  });

  it("gives a code that was delivered twice only once, and none that is another one now", async () => {
    await stocked([{ pin: "TWIN-1" }, { pin: "TWIN-1" }, { pin: "TWIN-2" }], 75);
    const takeId = randomUUID();
    expect(pinsOf(await take(75, { count: 2, takeId }))).toEqual(["TWIN-1", "TWIN-2"]);
    expect((await take(75)).status).toBe(409);
    expect(await stockOf(75)).toMatchObject({ delivered: 3, handedOut: 2, untouched: 0 });
    world.stack.advance(3 * MINUTE);
    await world.answerWith([{ pin: "TWIN-2" }, { pin: "TWIN-1" }, { pin: "OTHER" }]);
    // Recognised wherever the service lists it.
    expect(pinsOf(await take(75, { count: 2, takeId }))).toEqual(["TWIN-1", "TWIN-2"]);
    world.stack.advance(3 * MINUTE);
    await world.answerWith(pins(3, "CHANGED"));
    expect(itemsOf(await take(75, { count: 2, takeId })).map(({ fields }) => fields)).toEqual([null, null]);
  });

  it("does not hand out what the service no longer lists, and takes others next; once codes of customers are gone, when somebody has looked", async () => {
    const reference = await stocked(pins(4, "GOES"), 87);
    world.stack.advance(3 * MINUTE);
    cookie = await world.stack.signIn(buyer);
    const left = [...pins(4, "GOES").slice(1), { pin: "NEW-0001" }];
    await world.answerWith(left);
    const takeId = randomUUID();
    expect(pinsOf(await take(87, { count: 2, takeId }))).toEqual(["GOES-0001"]);
    // The answer was lost: the same again.
    expect(pinsOf(await take(87, { count: 2, takeId }))).toEqual(["GOES-0001"]);
    expect((await take(87, { count: 3, takeId })).status).toBe(409);
    expect(await world.recorded("codes.hand-out-undone")).toMatchObject([{ details: { count: 1 } }]);
    expect(await stockOf(87)).toMatchObject({ delivered: 4, handedOut: 1, untouched: 3 });
    world.stack.advance(3 * MINUTE);
    await world.answerWith(pins(4, "OTHER"));
    const refused = await take(87, { count: 3 });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ detail: expect.stringContaining("nothing was handed out") });
    const doubtful = await take(87, { count: 3 });
    expect(doubtful.status).toBe(409);
    expect(doubtful.json).toMatchObject({ detail: expect.stringContaining(`Codes of order ${reference}`) });
    const body = { dismissed: true, orders: [{ reference, state: "completed" }] };
    await world.stack.call(dismissRoute, { method: "POST", cookie, body });
    expect(pinsOf(await take(87, { count: 3 }))).toEqual(["OTHER-0000", "OTHER-0001", "OTHER-0002"]);
  });

  it("counts no code as handed out that went while the service did not answer, and that nobody was shown", async () => {
    await stocked(pins(2, "LATER"), 90);
    world.stack.advance(3 * MINUTE);
    cookie = await world.stack.signIn(buyer);
    await world.sandbox.control("DELETE", "faults");
    await world.sandbox.control("POST", "faults", { operation: "order", action: { kind: "close" } });
    const takeId = randomUUID();
    expect((await take(90, { count: 2, takeId })).status).toBeGreaterThanOrEqual(500);
    await world.answerWith([{ pin: "LATER-0001" }]);
    expect(pinsOf(await take(90, { count: 2, takeId }))).toEqual(["LATER-0001"]);
    expect(await stockOf(90)).toMatchObject({ delivered: 1, handedOut: 1, untouched: 0 });
    world.stack.advance(3 * MINUTE);
    await world.answerWith(pins(2, "LATER"));
    expect(pinsOf(await take(90, { count: 2, takeId }))).toEqual(["LATER-0001"]);
    expect(pinsOf(await take(90, { customerReference: "C-90" }))).toEqual(["LATER-0000"]);
  });

  it("is undone or shown to somebody else meanwhile, but never both", async () => {
    const delivered = pins(1, "RACE");
    const reference = await stocked(delivered, 91);
    world.stack.advance(3 * MINUTE);
    cookie = await world.stack.signIn(buyer);
    await world.answerWith(pins(1, "GONE"));
    const releaseOrder = await hold(sql`external_order_code = ${reference} for no key update`, "orders");
    const taking = take(91, { customerReference: "C-91" });
    await untilBlocked(world.stack.program);
    // The answer lacks the code; before that is written, the service lists it again.
    await world.answerWith(delivered);
    const releaseHandOut = await hold(sql`product_id = 91 for update`, "code_hand_outs");
    await releaseOrder();
    await untilBlocked(world.stack.program);
    const showing = readAgain("C-91");
    await Promise.race([showing, untilBlocked(world.stack.program, 2)]);
    await releaseHandOut();
    const [, shown] = await Promise.all([taking, showing]);
    const handedOut = itemsOf(shown).filter(({ fields }) => fields !== null).length;
    expect(await stockOf(91)).toMatchObject({ delivered: 1, handedOut, untouched: 1 - handedOut });
  });

  it("takes another code where one goes in the very moment in which it is chosen", async () => {
    const reference = await stocked(pins(1, "SWAP-A"), 92);
    world.stack.advance(3 * MINUTE);
    cookie = await world.stack.signIn(buyer);
    await world.answerWith(pins(1, "SWAP-B"));
    // As while an answer with many codes is written.
    const ofOrder = sql`order_row = (select id from orders where external_order_code = ${reference})`;
    const release = await hold(sql`${ofOrder} for update`, "code_lists");
    const revealing = reveal(reference);
    await untilBlocked(world.stack.program);
    // The reveal may already have shown the other code when it is chosen.
    const asked = { customerReference: "C-92", exposed: 1 };
    const taking = take(92, asked);
    await untilBlocked(world.stack.program, 2);
    await world.sandbox.control("DELETE", "faults");
    await world.sandbox.control("POST", "faults", {
      operation: "order",
      times: 9,
      action: { kind: "close" },
    });
    await release();
    const [revealed, first] = await Promise.all([revealing, taking]);
    expect(codesPageSchema.parse(revealed.json).items).toMatchObject([{ fields: { pin: "SWAP-B-0000" } }]);
    await world.answerWith(pins(1, "SWAP-B"));
    const taken = first.status === 200 ? first : await take(92, asked);
    expect(pinsOf(taken)).toEqual(["SWAP-B-0000"]);
    expect(await stockOf(92)).toMatchObject({ delivered: 1, handedOut: 1, untouched: 0 });
  });

  it("knows a code again whose link is another one in each answer", async () => {
    const signed = (signature: number): Products =>
      [1, 2].map((at) => ({
        pin: { code: `LINK-${at}`, url: `https://redeem.example/${at}?sig=${signature}` },
      }));
    const reference = await stocked(signed(1), 89);
    world.stack.advance(3 * MINUTE);
    cookie = await world.stack.signIn(buyer);
    await world.answerWith(signed(2));
    const taken = await take(89, { count: 2, customerReference: "C-89" });
    expect(itemsOf(taken).map(({ fields }) => fields?.code)).toEqual(["LINK-1", "LINK-2"]);
    world.stack.advance(3 * MINUTE);
    await world.answerWith(signed(3));
    const body = { skip: 0, take: 10 };
    const revealed = await world.stack.call(revealRoute, {
      method: "POST",
      cookie,
      params: { reference },
      body,
    });
    expect(codesPageSchema.parse(revealed.json).items.map(({ handedTo }) => handedTo)).toEqual([
      "C-89",
      "C-89",
    ]);
  });

  it("notes what a customer disputes, which never makes the code unused again", async () => {
    await stocked(pins(1, "SOUR"), 76);
    const [item] = itemsOf(await take(76));
    const dispute = (disputed: boolean) =>
      world.stack.call(disputeRoute, {
        method: "PATCH",
        cookie,
        params: { handOutId: item?.id ?? "" },
        body: { disputed },
      });
    const both = await Promise.all([dispute(true), dispute(true)]);
    for (const { json } of both) expect(json).toEqual({ state: "disputed" });
    expect(await stockOf(76)).toMatchObject({ handedOut: 0, disputed: 1, untouched: 0 });
    expect((await take(76)).status).toBe(409);
    expect((await dispute(false)).json).toEqual({ state: "handed_out" });
    // Said twice, recorded once.
    expect(await world.recorded("codes.claim-opened")).toHaveLength(1);
    expect(await world.recorded("codes.claim-moved")).toHaveLength(1);
  });

  it("shows the latest of a customer who has had more than can be shown", async () => {
    await stocked(pins(1, "OLDEST"), 78);
    const [oldest] = itemsOf(await take(78, { customerReference: "C-78" }));
    const { db } = world.stack.program;
    const of = eq(codeHandOuts.id, oldest?.id ?? "");
    const [row] = await db.select().from(codeHandOuts).where(of);
    if (row === undefined) throw new Error("nothing was taken");
    const later = Array.from({ length: MOST_HAND_OUTS }, (_, at) => ({
      ...row,
      id: randomUUID(),
      index: at + 1,
      fingerprint: randomBytes(32),
      takenAt: row.takenAt + at + 1,
    }));
    await db.insert(codeHandOuts).values(later);
    const shown = itemsOf(await readAgain("C-78")).map(({ id }) => id);
    expect(shown).toEqual(later.map(({ id }) => id));
  });

  it("are found by their customer however case and white space are typed, and say the customer as it was typed, with single spaces", async () => {
    await stocked(pins(5, "SPELT"), 79);
    const typed = ["Müller\u00a0 7", "MÜLLER 7", "müller \t 7"];
    for (const customerReference of typed) await take(79, { customerReference });
    await take(79, { customerReference: "Müller7" });
    for (const asked of [...typed, "  mu\u0308LLER 7\n"]) {
      const found = itemsOf(await readAgain(asked));
      expect([asked, found.map((item) => item.customerReference)]).toEqual([
        asked,
        ["Müller 7", "MÜLLER 7", "müller 7"],
      ]);
      expect(found.map(({ fields }) => fields?.pin)).toEqual(["SPELT-0000", "SPELT-0001", "SPELT-0002"]);
    }
    // No part of a reference is treated as a pattern.
    for (const asked of ["m.ller 7", "m%", "müller", "7"]) expect(pinsOf(await readAgain(asked))).toEqual([]);
    // Characters that each become three.
    const long = "\u{1d160}".repeat(33);
    expect((await take(79, { customerReference: long })).status).toBe(200);
    expect(pinsOf(await readAgain(long))).toEqual(["SPELT-0004"]);
  });

  it("are found by an index, however many there are", async () => {
    const plan = await world.stack.program.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(
        sql`explain ${tx
          .select()
          .from(codeHandOuts)
          .where(and(eq(codeHandOuts.environment, "sandbox"), isOfCustomer("C-1")))
          .orderBy(desc(codeHandOuts.takenAt))}`,
      );
    });
    expect(JSON.stringify(plan.rows)).toMatch(/ (?:on|using) code_hand_outs_customer_key/);
  });

  it("needs the right and a recent sign-in, and stores no code in any form", async () => {
    const secrets = ["CANARY-HANDOUT-4X7Q", "CANARY-HANDOUT-9Z2M"];
    await stocked(
      secrets.map((pin) => ({ pin })),
      77,
    );
    const support = await world.stack.signIn(await world.stack.addMember("support"));
    expect((await take(77, {}, support)).status).toBe(403);
    expect(pinsOf(await take(77, { count: 2, customerReference: "C-77" }))).toEqual(secrets);
    expect(pinsOf(await readAgain("C-77"))).toEqual(secrets);
    world.stack.advance(HOUR);
    expect((await take(77)).status).toBe(403);
    expect((await readAgain("C-77")).status).toBe(403);
    expect(await tablesWith(world.stack.database.pool, secrets)).toEqual([]);
    expect(isLogged(world.stack.logged, secrets)).toBe(false);
  });
});
