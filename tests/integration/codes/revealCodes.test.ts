import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as alertsRoute } from "#app/api/codes/alerts/route.ts";
import { PUT as rulesRoute } from "#app/api/codes/settings/route.ts";
import { POST as confirmRoute } from "#app/api/session/confirm/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { sessions } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { DASHBOARD_HOST, type Answer, type Member, type TestProgram } from "#tests/support/testProgram.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
let stack: TestProgram;
let sandbox: Sandbox;
let buyer: Member;
let cookie: string;
let reference: string;
beforeAll(async () => {
  world = await createCodesWorld({
    REVEAL_BUDGET_PER_MEMBER_HOUR: "20",
    REVEAL_BUDGET_PER_ACCOUNT_HOUR: "30",
  });
  ({ stack, sandbox } = world);
  buyer = await stack.addMember("buyer");
  cookie = await stack.signIn(buyer);
  reference = await world.deliveredOrder(cookie, pins(8));
});
afterAll(() => world.close());

const pins = (count: number, name = "PIN") =>
  Array.from({ length: count }, (_, index) => ({ pin: `${name}-${index}` }));
const recorded = (action: string) => world.recorded(action);

function reveal(skip = 0, take = 2, by = cookie, of = reference): Promise<Answer> {
  const params = { reference: of };
  return stack.call(revealRoute, { method: "POST", cookie: by, params, body: { skip, take } });
}

function confirm(password: string, by = cookie): Promise<Answer> {
  return stack.call(confirmRoute, { method: "POST", cookie: by, body: { password } });
}

/** The alerts as a new member of this role sees them. */
async function alertsSeenBy(role: Role): Promise<Answer> {
  return stack.call(alertsRoute, { cookie: await stack.signIn(await stack.addMember(role)) });
}

async function callsToService(): Promise<number> {
  const seen = await sandbox.control("GET", "requests?operation=order");
  return Array.isArray(seen) ? seen.length : JSON.stringify(seen).split('"order"').length;
}

describe("revealing codes", () => {
  it("needs a sign-in of the last quarter of an hour", async () => {
    cookie = await stack.signIn(buyer);
    expect((await reveal()).status).toBe(200);
    stack.advance(14 * MINUTE);
    expect((await reveal()).status).toBe(200);
    stack.advance(2 * MINUTE);
    const refused = await reveal();
    expect([refused.status, refused.json.type]).toEqual([403, "reauthentication-required"]);
    expect(refused.json.reauthenticate).toBe("password");
    expect(JSON.stringify(refused.json)).not.toContain("PIN-");
  });

  it("is allowed for another 15 minutes once the password is confirmed, in this session alone", async () => {
    const other = await stack.signIn(buyer);
    stack.advance(16 * MINUTE);
    expect((await confirm("not the password at all")).status).toBe(400);
    expect((await reveal()).status).toBe(403);
    expect((await confirm(buyer.password)).status).toBe(204);
    expect((await reveal()).status).toBe(200);
    expect((await reveal(0, 2, other)).status).toBe(403);
    expect(await recorded("member.confirmed")).toMatchObject([{ actorId: buyer.id }]);
  });

  it("refuses a session from before sign-ins were remembered", async () => {
    await stack.program.db.update(sessions).set({ reauthenticatedAt: null });
    expect((await reveal()).status).toBe(403);
  });

  it("slows down somebody who guesses the password with a copied cookie", async () => {
    const thief = await stack.signIn(await stack.addMember("buyer"));
    const statuses = new Set<number>();
    for (let guess = 0; guess < 40; guess += 1)
      statuses.add((await confirm(`guess number ${guess}`, thief)).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe("the pages of one reveal", () => {
  it("are read from the service once, and again once they are hidden", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    const before = await callsToService();
    const pages = await Promise.all([0, 2, 4].map((skip) => reveal(skip)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pages[2]?.json.items).toMatchObject([{ fields: { pin: "PIN-4" } }, { fields: { pin: "PIN-5" } }]);
    expect((await callsToService()) - before).toBe(1);
    stack.advance(3 * MINUTE);
    await reveal(6);
    expect((await callsToService()) - before).toBe(2);
  });

  it("are read again at once if the service had no codes to show for a moment", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    await world.answerWith([]);
    expect((await reveal(0, 1)).json.items).toEqual([]);
    await world.answerWith(pins(8));
    expect((await reveal(0, 1)).json.items).toMatchObject([{ fields: { pin: "PIN-0" } }]);
  });

  it("are never those of another order that was read a moment before", async () => {
    const other = await world.deliveredOrder(cookie, pins(2), "pins-as-strings");
    await world.answerWith(pins(8));
    cookie = await stack.signIn(buyer);
    expect((await reveal(0, 1)).json.items).toMatchObject([{ fields: { pin: "PIN-0" } }]);
    await world.answerWith(pins(2, "OTHER"));
    expect((await reveal(0, 1, cookie, other)).json.items).toMatchObject([{ fields: { pin: "OTHER-0" } }]);
    expect((await reveal(1, 1)).json.items).toMatchObject([{ fields: { pin: "PIN-1" } }]);
  });

  it("record what was really sent if that is not what was announced", async () => {
    const before = (await recorded("codes.counted")).length;
    await reveal(7, 5);
    expect(await recorded("codes.counted")).toHaveLength(before);
    await sandbox.control("DELETE", "faults");
    await sandbox.control("POST", "faults", { operation: "order", times: 1_000, action: { kind: "close" } });
    stack.advance(3 * MINUTE);
    expect((await reveal(0, 2)).status).toBeGreaterThanOrEqual(500);
    const counted = await recorded("codes.counted");
    expect(counted.at(-1)?.details).toEqual({ announced: 2, count: 0 });
  });
});

describe("what is revealed", () => {
  const products = [
    { productId: 7, pin: "AA", serial: "SN-0001", expiry: "2028-11-22" },
    { productId: 8, pins: [{ code: "CARD-9", cvv: "12", note: "Gift" }] },
    { productId: 7, pin: "BB", serial: "SN-0002" },
  ];

  it("comes by product with all its fields, and is found by its serial number but never by the code", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    const several = await world.deliveredOrder(cookie, products, "pins-as-strings");
    cookie = await stack.signIn(buyer);
    const { json } = await reveal(0, 10, cookie, several);
    expect(json.groups).toMatchObject([
      { productId: 7, first: 1, count: 2, fields: ["pin", "serial", "expiry"] },
      { productId: 8, first: 3, count: 1, fields: ["code", "cvv", "note"] },
    ]);
    expect(json.items).toMatchObject([
      { number: 1, index: 0, fields: { pin: "AA", serial: "SN-0001", expiry: "2028-11-22" } },
      { number: 2, index: 2, fields: { pin: "BB", serial: "SN-0002" } },
      { number: 3, index: 1, fields: { code: "CARD-9", cvv: "12", note: "Gift" } },
    ]);
    const find = (search: string) =>
      stack.call(revealRoute, {
        method: "POST",
        cookie,
        params: { reference: several },
        body: { take: 2, search },
      });
    expect((await find("sn-0002")).json).toMatchObject({ total: 1, items: [{ number: 2 }] });
    expect((await find("BB")).json).toMatchObject({ total: 0, items: [] });
    expect((await recorded("codes.counted")).slice(-2)).toMatchObject([
      { details: { announced: 2, count: 1 } },
      { details: { announced: 2, count: 0 } },
    ]);
    expect(stack.logged.join("")).not.toContain("SN-0002");
  });

  it("shows the names and types of an answer with no code that can be read, without a value", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    const elsewhere = await world.deliveredOrder(cookie, [{ productId: 7, vault: { magic: "PIN-HIDDEN" } }]);
    cookie = await stack.signIn(buyer);
    const { json } = await reveal(0, 2, cookie, elsewhere);
    expect(json).toMatchObject({ items: [], total: 0 });
    expect(json.shape).toContain("{productId: integer, vault: {magic: text}}");
    expect(JSON.stringify(json)).not.toContain("HIDDEN");
    await world.answerWith(pins(8));
    expect((await reveal()).json).not.toHaveProperty("shape");
  });

  it("leaves only after the audit record: if that cannot be written, neither a code nor a call to the service does", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    await world.answerWith(pins(8));
    await world.refuseWrites("audit_records");
    const before = await callsToService();
    const refused = await reveal(0, 4);
    await world.allowWrites("audit_records");
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.json)).not.toContain("PIN-");
    expect(await callsToService()).toBe(before);
  });

  it("needs a reason as soon as the account asks for one, which only an administrator decides", async () => {
    const admin = await stack.signIn(await stack.addMember("admin"));
    const rules = (by: string, body: object) => stack.call(rulesRoute, { method: "PUT", cookie: by, body });
    expect((await rules(cookie, { reasonRequired: false, releaseOver: null })).status).toBe(403);
    expect((await rules(admin, { reasonRequired: true, releaseOver: null })).status).toBe(200);
    expect(await recorded("codes.settings-changed")).toMatchObject([
      { details: { reasonRequired: true, before: { reasonRequired: false } } },
    ]);
    // Another administrator changes another rule, on a page from before.
    const other = await rules(admin, { releaseOver: 500 });
    expect([other.status, other.json]).toEqual([
      200,
      { reasonRequired: true, releaseOver: 500, handOutsNeedRelease: true },
    ]);
    const without = await reveal(0, 1);
    expect([without.status, without.json.fields]).toEqual([400, { reason: "Enter a reason." }]);
    const params = { reference };
    const because = (reason: string) =>
      stack.call(revealRoute, { method: "POST", cookie, params, body: { take: 1, reason } });
    expect((await because("   ")).status).toBe(400);
    expect((await because("A customer waits")).status).toBe(200);
    expect((await recorded("codes.revealed")).at(-1)?.details).toMatchObject({ reason: "A customer waits" });
    const second = await stack.signIn(await stack.addMember("admin"));
    expect((await rules(admin, { reasonRequired: false, releaseOver: null })).status).toBe(409);
    expect((await rules(second, { reasonRequired: false, releaseOver: null })).status).toBe(200);
  });

  it("is ruled by settings whose changes each record what they replace, also when two are made at once", async () => {
    const admin = await stack.signIn(await stack.addMember("admin"));
    const limits = Array.from({ length: 10 }, (_, place) => 100 + place);
    const earlier = (await recorded("codes.settings-changed")).length;
    const asked = (await recorded("codes.relaxation-asked")).length;
    await Promise.all(
      limits.map((releaseOver) =>
        stack.call(rulesRoute, { method: "PUT", cookie: admin, body: { releaseOver } }),
      ),
    );
    const changes = (await recorded("codes.settings-changed")).slice(earlier).map(({ details }) => details);
    // Whatever loosens the rule that was there first waits for another administrator, and is on record too.
    const waiting = (await recorded("codes.relaxation-asked")).length - asked;
    expect(changes.length + waiting).toBe(limits.length);
    changes.slice(1).forEach((change, place) => {
      expect(change).toMatchObject({ before: { releaseOver: changes[place]?.["releaseOver"] } });
    });
    const body = { reasonRequired: false, releaseOver: null };
    const second = await stack.signIn(await stack.addMember("admin"));
    expect((await stack.call(rulesRoute, { method: "PUT", cookie: admin, body })).status).toBe(409);
    expect((await stack.call(rulesRoute, { method: "PUT", cookie: second, body })).status).toBe(200);
  });
});

describe("the hour's budget", () => {
  it("of a member ends their reveals until the first of them is an hour old, and alerts administrators before", async () => {
    stack.advance(2 * HOUR);
    await world.answerWith(pins(8));
    cookie = await stack.signIn(buyer);
    const before = (await recorded("codes.budget-neared")).length;
    for (let page = 0; page < 4; page += 1) expect((await reveal(0, 4)).status).toBe(200);
    const alert = { actorId: buyer.id, details: { scope: "member", used: 16, limit: 20 } };
    expect((await recorded("codes.budget-neared")).slice(before)).toEqual([alert]);
    expect((await alertsSeenBy("admin")).json.alerts).toMatchObject([{ scope: "member", limit: 20 }]);
    // One alert in an hour, because repeated alerts are not read.
    expect((await reveal(0, 4)).status).toBe(200);
    expect(await recorded("codes.budget-neared")).toHaveLength(before + 1);
    expect((await alertsSeenBy("buyer")).status).toBe(403);
    const spent = await reveal(0, 1);
    expect([spent.status, spent.json.type]).toEqual([429, "too-many"]);
    // The limit is a setting of the deployment: no administrator can raise it.
    expect(spent.json.detail).toContain("Wait, or ask the operator of Codedesk to raise the limit.");
    expect(spent.json.retryAfterSeconds).toBeGreaterThan(3_500);
    stack.advance(HOUR);
    cookie = await stack.signIn(buyer);
    expect((await reveal(0, 4)).status).toBe(200);
  });

  it("of the account holds for all members together", async () => {
    stack.advance(2 * HOUR);
    const others = await Promise.all([0, 1].map(async () => stack.signIn(await stack.addMember("buyer"))));
    const statuses: number[] = [];
    for (const by of others) {
      for (let page = 0; page < 4; page += 1) statuses.push((await reveal(0, 4, by)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
  });

  it("is not passed where the order lists more codes than the ledger knows of, page by page or by a search", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    const serials = pins(8, "MORE").map((code, index) => ({ ...code, serial: `SN-${index}` }));
    const grown = await world.deliveredOrder(cookie, serials, "pins-as-strings");
    await stack.program.db.update(orders).set({ delivered: 1 }).where(eq(orders.externalOrderCode, grown));
    const params = { reference: grown };
    for (const body of [
      { skip: 4, take: 4 },
      { take: 4, search: "SN-" },
    ]) {
      stack.advance(2 * HOUR);
      const by = await stack.signIn(await stack.addMember("buyer"));
      const before = (await recorded("codes.counted")).length;
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          stack.call(revealRoute, { method: "POST", cookie: by, params, body }),
        ),
      );
      const shown = answers.filter(({ status }) => status === 200);
      // What is announced and not shown takes from the budget for a moment.
      expect([body, shown.length > 2 && shown.length <= 5]).toEqual([body, true]);
      for (const { json } of shown) expect(json.items).toHaveLength(4);
      expect(JSON.stringify(answers.filter(({ status }) => status !== 200))).not.toContain("MORE-");
      const counted = (await recorded("codes.counted")).slice(before).map(({ details }) => details.count);
      expect(counted.filter((count) => count === 4)).toHaveLength(shown.length);
    }
    expect(await recorded("codes.budget-neared")).not.toEqual([]);
  });

  it("is not larger an hour after codes were announced that were not shown in the end", async () => {
    stack.advance(2 * HOUR);
    await world.answerWith(pins(8));
    const member = await stack.addMember("buyer");
    const by = await stack.signIn(member);
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = stack.program.db.transaction(async (tx) => {
      const isOrder = eq(orders.externalOrderCode, reference);
      await tx.select({ id: orders.id }).from(orders).where(isOrder).for("update");
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const body = { take: 4, search: "no such serial" };
    const searching = stack.call(revealRoute, { method: "POST", cookie: by, params: { reference }, body });
    await untilBlocked(stack.program);
    stack.advance(MINUTE);
    released.resolve();
    const [found] = await Promise.all([searching, holding]);
    expect(found.json).toMatchObject({ total: 0 });
    stack.advance(HOUR - MINUTE / 2);
    const again = await stack.signIn(member);
    const statuses: number[] = [];
    for (let page = 0; page < 6; page += 1) statuses.push((await reveal(0, 4, again)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("is not spent by a reveal whose client has gone before its answer", async () => {
    stack.advance(2 * HOUR);
    const by = await stack.signIn(await stack.addMember("buyer"));
    const client = new AbortController();
    const before = (await recorded("codes.counted")).length;
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = stack.program.db.transaction(async (tx) => {
      // Read after the codes were read from the service.
      await tx.execute(sql`lock table code_hand_outs in access exclusive mode`);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const http = new Request(`http://${DASHBOARD_HOST}/api/orders/x/codes`, {
      method: "POST",
      headers: { cookie: by, host: DASHBOARD_HOST, "content-type": "application/json" },
      body: JSON.stringify({ skip: 0, take: 4 }),
      signal: client.signal,
    });
    const answer = revealRoute(http, { params: Promise.resolve({ reference }) });
    await untilBlocked(stack.program);
    client.abort();
    released.resolve();
    const [{ status }] = await Promise.all([answer, holding]);
    expect(status).toBe(500);
    expect((await recorded("codes.counted")).slice(before).map(({ details }) => details)).toEqual([
      { announced: 4, count: 0 },
    ]);
  });

  it("is not passed by requests that arrive together", async () => {
    stack.advance(2 * HOUR);
    const by = await stack.signIn(await stack.addMember("buyer"));
    const answers = await Promise.all(Array.from({ length: 12 }, () => reveal(0, 4, by)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});
