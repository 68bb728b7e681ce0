import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as evidenceRoute } from "#app/api/claims/[claimId]/evidence/route.ts";
import { POST as moveRoute } from "#app/api/claims/[claimId]/route.ts";
import { GET as ratesRoute } from "#app/api/claims/rates/route.ts";
import { GET as listRoute, POST as openRoute } from "#app/api/claims/route.ts";
import { PUT as termsRoute } from "#app/api/claims/terms/route.ts";
import { PATCH as disputeRoute } from "#app/api/codes/hand-outs/[handOutId]/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { GET as historyRoute } from "#app/api/codes/stock/[productId]/history/route.ts";
import { GET as stockRoute } from "#app/api/codes/stock/route.ts";
import { evidenceText } from "#lib/claims/evidenceLines.ts";
import {
  claimSchema,
  claimsSchema,
  evidenceSchema,
  failureRatesSchema,
  type Claim,
} from "#lib/contracts/claims/claims.ts";
import { handOutsSchema } from "#lib/contracts/codes/handOut.ts";
import { stockSchema } from "#lib/contracts/codes/stock.ts";
import { stockHistorySchema } from "#lib/contracts/codes/stockHistory.ts";
import { DAY, HOUR, SECOND } from "#lib/time/instant.ts";
import { openClaim } from "#server/claims/openClaim.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { orders } from "#server/db/schema/orders.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { isLogged, tablesWith } from "#tests/support/findSecret.ts";
import { createSecondInstance } from "#tests/support/secondInstance.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld, type Products } from "#tests/integration/codes/codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let support: Member;
let admin: Member;
let cookie: string;
let asSupport: string;
let productId = 900;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  support = await world.stack.addMember("support", "Suri");
  admin = await world.stack.addMember("admin", "Ada");
});
afterAll(() => world.close());

const pins = (count: number, name: string): Products =>
  Array.from({ length: count }, (_, at) => ({ pin: `${name}-${productId}-${String(at).padStart(4, "0")}` }));

/** An order with codes of a product of its own, which the service lists from now on. */
async function stocked(count = 2, name = "CLAIM"): Promise<{ order: string; codes: Products }> {
  productId += 1;
  cookie = await world.stack.signIn(buyer);
  const codes = pins(count, name);
  const order = await world.deliveredOrder(cookie, codes, "pins-as-strings");
  const lines = [{ productId, productName: "Streamly", price: 1_000, quantity: count, countryCode: null }];
  await world.stack.program.db.update(orders).set({ lines }).where(eq(orders.externalOrderCode, order));
  await signInAgain();
  return { order, codes };
}

async function signInAgain(): Promise<void> {
  cookie = await world.stack.signIn(buyer);
  asSupport = await world.stack.signIn(support);
}

function open(order: string, number = 1, said = "It says invalid", by = cookie): Promise<Answer> {
  return world.stack.call(openRoute, { method: "POST", cookie: by, body: { order, number, said } });
}

async function opened(order: string, number = 1): Promise<Claim> {
  const answer = await open(order, number);
  expect(answer.status, JSON.stringify(answer.json)).toBe(201);
  return claimSchema.parse(answer.json);
}

function move({ id: claimId }: Pick<Claim, "id">, body: object, by = cookie): Promise<Answer> {
  return world.stack.call(moveRoute, { method: "POST", cookie: by, params: { claimId }, body });
}

function evidence({ id: claimId }: Pick<Claim, "id">, body: object = {}, by = cookie): Promise<Answer> {
  return world.stack.call(evidenceRoute, { method: "POST", cookie: by, params: { claimId }, body });
}

function take(customerReference = "C-1"): Promise<Answer> {
  const body = { productId, customerReference, takeId: randomUUID() };
  return world.stack.call(takeRoute, { method: "POST", cookie, body });
}

async function stock() {
  const { json } = await world.stack.call(stockRoute, { cookie });
  return stockSchema.parse(json).items.find((item) => item.productId === productId);
}

async function list(query = ""): Promise<Claim[]> {
  const { json } = await world.stack.call(listRoute, { cookie, path: `/api/test?${query}` });
  return claimsSchema.parse(json).items;
}

/** The balance as the service reports it from now on. */
async function balance(available: number): Promise<void> {
  const at = world.stack.now();
  await world.stack.program.db.insert(walletBalances).values({
    environment: "sandbox",
    currency: "EUR",
    at,
    lastSeenAt: at,
    available,
    amounts: [],
    source: "wallet",
  });
}

describe("a claim for a code that does not work", () => {
  it("is opened by support, and settled only by who may", async () => {
    const { order } = await stocked();
    const answer = await open(order, 2, "Says already used", asSupport);
    expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    const claim = claimSchema.parse(answer.json);
    expect(claim).toMatchObject({
      order,
      number: 2,
      state: "open",
      said: "Says already used",
      openedBy: "Suri",
    });
    expect((await move(claim, { to: "sent" }, asSupport)).status).toBe(403);
    const sent = await move(claim, { to: "sent", supplierReference: "T-77" });
    expect(claimSchema.parse(sent.json)).toMatchObject({ state: "sent", supplierReference: "T-77" });
    expect((await move(claim, { to: "sent" })).status).toBe(409);
    expect((await move(claim, { to: "refused", reason: "Redeemed on 3 May" })).status).toBe(200);
    expect((await move(claim, { to: "withdrawn" })).status).toBe(409);
    expect((await world.recorded("codes.claim-moved")).at(-1)).toMatchObject({
      actorId: buyer.id,
      details: { number: 2, from: "sent", to: "refused" },
    });
  });

  it("is the only one for its code, whoever of fifty opens it at once on two instances", async () => {
    const { order } = await stocked();
    const other = createSecondInstance(world.stack);
    const actor = { id: buyer.id, email: buyer.email, name: "Bea", role: "buyer" };
    const requests = [world.stack.program, other.program].map((program) => ({
      ...program,
      actor,
      environment: "sandbox" as const,
      requestId: randomUUID(),
    }));
    const answers = await Promise.allSettled(
      Array.from({ length: 25 }, () => requests).flatMap((both) =>
        both.map((request) => openClaim(request, { order, number: 1, said: "" })),
      ),
    );
    await other.close();
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(new Set(refused)).toEqual(new Set([expect.stringContaining("claimed before")]));
    expect((await list()).filter((each) => each.order === order)).toHaveLength(1);
  });

  it("can be opened again once the one before was withdrawn or refused, and not once it was settled", async () => {
    const { order } = await stocked();
    expect((await move(await opened(order), { to: "withdrawn" })).status).toBe(200);
    expect((await move(await opened(order), { to: "refused", reason: "Works for them" })).status).toBe(200);
    await opened(order);
    expect((await open(order)).status).toBe(409);
  });

  it("keeps a code that nobody was given from being handed out, until it is withdrawn", async () => {
    const { order, codes } = await stocked(2);
    const claim = await opened(order, 1);
    expect(await stock()).toMatchObject({ delivered: 2, untouched: 1, disputed: 1 });
    await world.answerWith(codes);
    const given = handOutsSchema.parse((await take()).json).items;
    expect(given.map(({ fields }) => fields?.pin)).toEqual([codes[1]?.pin]);
    expect((await take()).status).toBe(409);
    await move(claim, { to: "withdrawn" });
    expect(await stock()).toMatchObject({ untouched: 1, handedOut: 1, disputed: 0 });
    expect((await take()).status).toBe(200);
  });

  it("keeps the code from being handed out after the supplier has refused it too, until somebody notes that it works after all", async () => {
    const { order, codes } = await stocked(1);
    await world.answerWith(codes);
    await move(await opened(order), { to: "refused", reason: "Redeemed on 3 May" });
    expect(await stock()).toMatchObject({ delivered: 1, untouched: 0, disputed: 1 });
    expect((await take()).status).toBe(409);
    world.stack.advance(SECOND);
    await move(await opened(order), { to: "withdrawn" });
    expect(await stock()).toMatchObject({ untouched: 1, disputed: 0 });
    expect((await take()).status).toBe(200);
  });

  it("is one and the same as the dispute of a hand-out", async () => {
    const { codes } = await stocked(1);
    await world.answerWith(codes);
    const [item] = handOutsSchema.parse((await take("C-9")).json).items;
    const dispute = (disputed: boolean) =>
      world.stack.call(disputeRoute, {
        method: "PATCH",
        cookie,
        params: { handOutId: item?.id ?? "" },
        body: { disputed },
      });
    expect((await dispute(true)).json).toEqual({ state: "disputed" });
    const [claim] = await list("state=open");
    expect(claim).toMatchObject({ customerReference: "C-9", state: "open", number: 1 });
    expect((await move(claim ?? { id: "" }, { to: "withdrawn" })).status).toBe(200);
    const [handOut] = await world.stack.program.db
      .select()
      .from(codeHandOuts)
      .where(eq(codeHandOuts.id, item?.id ?? ""));
    expect(handOut?.state).toBe("handed_out");
    const byHandOut = await world.stack.call(openRoute, {
      method: "POST",
      cookie,
      body: { handOutId: item?.id, said: "Still invalid" },
    });
    expect(claimSchema.parse(byHandOut.json)).toMatchObject({
      said: "Still invalid",
      customerReference: "C-9",
    });
    expect((await dispute(false)).json).toEqual({ state: "handed_out" });
    const history = await world.stack.call(historyRoute, {
      cookie,
      params: { productId: String(productId) },
    });
    const events = stockHistorySchema.parse(history.json).items.map(({ event }) => event);
    expect(events.filter((event) => event.endsWith("disputed"))).toEqual([
      "undisputed",
      "disputed",
      "undisputed",
      "disputed",
    ]);
    expect(await list("state=open")).not.toContainEqual(
      expect.objectContaining({ customerReference: "C-9" }),
    );
  });

  it("is opened and withdrawn for disputes that an instance of the version before notes", async () => {
    const { codes } = await stocked(1);
    await world.answerWith(codes);
    const [item] = handOutsSchema.parse((await take("C-10")).json).items;
    const { db } = world.stack.program;
    const set = (state: "disputed" | "handed_out") =>
      db
        .update(codeHandOuts)
        .set({ state })
        .where(eq(codeHandOuts.id, item?.id ?? ""));
    await set("disputed");
    const noted = async () => (await list()).find((each) => each.customerReference === "C-10");
    expect(await noted()).toMatchObject({ state: "open", openedBy: null });
    await set("handed_out");
    expect((await noted())?.state).toBe("withdrawn");
  });

  it("names a replacing code that exists, is another one, and replaces nothing else", async () => {
    const { order } = await stocked(3);
    const [first, second] = [await opened(order, 1), await opened(order, 2)];
    expect((await move(first, { to: "replaced", order: "no-such", number: 1 })).status).toBe(404);
    expect((await move(first, { to: "replaced", order, number: 9 })).status).toBe(404);
    expect((await move(first, { to: "replaced", order, number: 1 })).status).toBe(409);
    const both = await Promise.all(
      [first, second].map((claim) => move(claim, { to: "replaced", order, number: 3 })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const done = both.find(({ status }) => status === 200);
    expect(claimSchema.parse(done?.json).replacement).toEqual({ order, number: 3 });
  });

  it("is credited only with money that came in, that orders do not explain, and once", async () => {
    const { order } = await stocked(3);
    const [first, second] = [await opened(order, 1), await opened(order, 2)];
    await balance(100_000);
    world.stack.advance(DAY);
    await balance(101_500);
    await signInAgain();
    const day = new Date(world.stack.now()).toISOString().slice(0, 10);
    const credit = (claim: Claim, amount: number, on = day, currency = "EUR") =>
      move(claim, { to: "credited", currency, amount, day: on });
    expect((await credit(first, 1_000, "2020-01-01")).status).toBe(400);
    expect((await credit(first, 1_000, day, "USD")).status).toBe(400);
    expect((await credit(first, 1_501)).status).toBe(400);
    const both = await Promise.all([credit(first, 1_000), credit(second, 1_000)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const left = both[0]?.status === 200 ? second : first;
    expect(claimSchema.parse((await credit(left, 500)).json).credit).toEqual({
      currency: "EUR",
      amount: 500,
      day,
    });
  });

  it("says until when it has to be sent once the term is stated, and no longer when it was sent", async () => {
    const { order } = await stocked();
    const claim = await opened(order);
    expect(claim.dueAt).toBeNull();
    const term = (days: number | null, by: string) =>
      world.stack.call(termsRoute, { method: "PUT", cookie: by, body: { days } });
    expect((await term(14, cookie)).status).toBe(403);
    const asAdmin = await world.stack.signIn(admin);
    expect((await term(14, asAdmin)).json).toEqual({ days: 14 });
    const due = (await list()).find(({ id }) => id === claim.id)?.dueAt;
    expect(Date.parse(due ?? "")).toBe(Date.parse(claim.deliveredAt) + 14 * DAY);
    expect(await list("due=soon")).not.toContainEqual(expect.objectContaining({ id: claim.id }));
    world.stack.advance(12 * DAY);
    await signInAgain();
    expect(await list("due=soon")).toContainEqual(expect.objectContaining({ id: claim.id }));
    expect(await list("due=overdue")).not.toContainEqual(expect.objectContaining({ id: claim.id }));
    world.stack.advance(3 * DAY);
    await signInAgain();
    expect(await list("due=overdue")).toContainEqual(expect.objectContaining({ id: claim.id }));
    await move(claim, { to: "sent" });
    expect((await list()).find(({ id }) => id === claim.id)?.dueAt).toBeNull();
    expect((await term(null, await world.stack.signIn(admin))).json).toEqual({ days: null });
    expect((await world.recorded("codes.claim-terms-changed")).at(-1)?.details).toEqual({
      days: null,
      before: 14,
    });
  });

  it("has evidence with all that happened to the code, masked but for who may reveal it", async () => {
    const { order, codes } = await stocked(1);
    await world.answerWith(codes);
    await take("C-11");
    const claim = await opened(order);
    const masked = await evidence(claim, {}, asSupport);
    expect(masked.status, JSON.stringify(masked.json)).toBe(200);
    const made = evidenceSchema.parse(masked.json);
    expect(made.handedOut).toMatchObject({ by: "Bea", customerReference: "C-11" });
    const pin = String(codes[0]?.pin);
    expect(JSON.stringify(masked.json)).not.toContain(pin);
    expect(evidenceText(made)).toContain("Code (masked): ••••");
    expect((await evidence(claim, { whole: true }, asSupport)).status).toBe(403);
    const before = (await world.recorded("codes.revealed")).length;
    const whole = evidenceSchema.parse((await evidence(claim, { whole: true })).json);
    expect(evidenceText(whole)).toContain(pin);
    expect(whole.seen.at(0)).toMatchObject({ by: "Bea", how: "revealed" });
    const reveals = await world.recorded("codes.revealed");
    expect(reveals.slice(before)).toMatchObject([{ actorId: buyer.id, details: { count: 1, first: 1 } }]);
    expect(await world.recorded("codes.claim-evidenced")).toHaveLength(2);
    world.stack.advance(HOUR);
    expect((await evidence(claim, { whole: true })).status).toBe(403);
    await signInAgain();
    expect(await tablesWith(world.stack.database.pool, [pin])).toEqual([]);
    expect(isLogged(world.stack.logged, [pin])).toBe(false);
  });

  it("does not store a code that is typed into what the customer said", async () => {
    const { order, codes } = await stocked(1, "SECRET");
    const pin = String(codes[0]?.pin);
    const written = [`My card (${pin}) says invalid`, pin.toLowerCase(), `no. ${pin.replaceAll("-", " ")}!`];
    for (const said of written) expect((await open(order, 1, said)).status, said).toBe(400);
    const claim = await opened(order);
    expect((await move(claim, { to: "refused", reason: `Used: ${pin}` })).status).toBe(400);
    expect((await move(claim, { to: "sent", supplierReference: pin })).status).toBe(400);
    expect(await tablesWith(world.stack.database.pool, [pin])).toEqual([]);
  });

  it("counts in the failure rate of its product and brand, unless it was refused or withdrawn", async () => {
    const { order } = await stocked(4);
    const rate = async () => {
      const { json } = await world.stack.call(ratesRoute, {
        cookie,
        path: `/api/test?product=${productId}`,
      });
      return failureRatesSchema.parse(json).product;
    };
    expect(await rate()).toEqual({ delivered: 4, failed: 0 });
    const [first] = [await opened(order, 1), await opened(order, 2)];
    expect(await rate()).toEqual({ delivered: 4, failed: 2 });
    await move(first ?? { id: "" }, { to: "refused", reason: "Works for them" });
    expect(await rate()).toEqual({ delivered: 4, failed: 1 });
  });

  it("cannot exist twice for one code, whatever the program does", async () => {
    const { order } = await stocked();
    await opened(order);
    const again = world.stack.program.db.execute(
      sql`insert into claims select gen_random_uuid(), environment, order_row, fingerprint, product_id, number, said, state, opened_by,
        opened_at, delivered_at from ${claims} where state = 'open' limit 1`,
    );
    await expect(again).rejects.toThrow();
  });
});
