import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as confirmRoute } from "#app/api/session/confirm-password/route.ts";
import { POST as checkRoute } from "#app/api/orders/[reference]/check/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as placeRoute } from "#app/api/orders/route.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { sessions } from "#server/db/schema/members.ts";
import { startSandbox, type Sandbox } from "#scripts/stack/testing/sandboxProcess.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
import { createTestStack, type Answer, type Member, type TestStack } from "#tests/support/testStack.ts";

let sandbox: Sandbox;
let stack: TestStack;
let buyer: Member;
let cookie: string;
let reference: string;
beforeAll(async () => {
  sandbox = await startSandbox({ products: 200 });
  stack = await createTestStack({
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    REVEAL_BUDGET_PER_MEMBER_HOUR: "20",
    REVEAL_BUDGET_PER_ACCOUNT_HOUR: "30",
  });
  buyer = await stack.addMember("buyer");
  cookie = await stack.signIn(buyer);
  reference = await deliveredOrder(8);
});
afterAll(async () => {
  await stack.close();
  await sandbox.stop();
});

/** An order of which the service says that so many codes were delivered. */
async function deliveredOrder(count: number): Promise<string> {
  const productId = await scenario(sandbox, "price-moves");
  const code = randomUUID();
  const body = {
    currency: "EUR",
    lines: [{ productId, quantity: count }],
    externalOrderCode: code,
    confirmationId: randomUUID(),
  };
  expect((await stack.call(placeRoute, { method: "POST", cookie, body })).status).toBe(202);
  await answerWithCodes(count);
  stack.advance(HOUR);
  const checked = await stack.call(checkRoute, { method: "POST", cookie, params: { reference: code } });
  expect(checked.status).toBe(200);
  return code;
}

/** The service shows so many codes of every order from now on. */
async function answerWithCodes(count: number): Promise<void> {
  await sandbox.control("DELETE", "faults");
  const products = Array.from({ length: count }, (_, index) => ({ pin: `PIN-${index}` }));
  await sandbox.control("POST", "faults", {
    operation: "order",
    times: 1_000,
    action: {
      kind: "answer",
      status: 200,
      body: JSON.stringify({ status: "completed", delivered: count, products }),
      headers: { "content-type": "application/json" },
    },
  });
}

function reveal(skip = 0, take = 2, by = cookie): Promise<Answer> {
  return stack.call(revealRoute, { method: "POST", cookie: by, params: { reference }, body: { skip, take } });
}

function confirm(password: string, by = cookie): Promise<Answer> {
  return stack.call(confirmRoute, { method: "POST", cookie: by, body: { password } });
}

const recorded = (action: string) =>
  stack.program.db
    .select({ details: auditRecords.details, actorId: auditRecords.actorId })
    .from(auditRecords)
    .where(eq(auditRecords.action, action))
    .orderBy(asc(auditRecords.id));

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

  it("goes on for another quarter once the password is confirmed, in this session alone", async () => {
    const other = await stack.signIn(buyer);
    stack.advance(16 * MINUTE);
    expect((await confirm("not the password at all")).status).toBe(400);
    expect((await reveal()).status).toBe(403);
    expect((await confirm(buyer.password)).status).toBe(204);
    expect((await reveal()).status).toBe(200);
    expect((await reveal(0, 2, other)).status).toBe(403);
    expect(await recorded("member.password-confirmed")).toMatchObject([{ actorId: buyer.id }]);
  });

  it("refuses a session from before sign-ins were remembered", async () => {
    await stack.program.db.update(sessions).set({ reauthenticatedAt: null });
    expect((await reveal()).status).toBe(403);
  });

  it("slows down whoever guesses the password with a copied cookie", async () => {
    const thief = await stack.signIn(await stack.addMember("buyer"));
    const statuses = new Set<number>();
    for (let guess = 0; guess < 40; guess += 1)
      statuses.add((await confirm(`guess number ${guess}`, thief)).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe("the pages of one reveal", () => {
  it("are read from the service once, and again a minute later", async () => {
    stack.advance(2 * HOUR);
    cookie = await stack.signIn(buyer);
    const before = await callsToService();
    const pages = await Promise.all([0, 2, 4].map((skip) => reveal(skip)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pages[2]?.json.items).toMatchObject([{ fields: { pin: "PIN-4" } }, { fields: { pin: "PIN-5" } }]);
    expect((await callsToService()) - before).toBe(1);
    stack.advance(MINUTE);
    await reveal(6);
    expect((await callsToService()) - before).toBe(2);
  });

  it("record what was really sent where that is not what was announced", async () => {
    const before = (await recorded("codes.counted")).length;
    await reveal(7, 5);
    expect(await recorded("codes.counted")).toHaveLength(before);
    await sandbox.control("DELETE", "faults");
    await sandbox.control("POST", "faults", { operation: "order", times: 1_000, action: { kind: "close" } });
    stack.advance(2 * MINUTE);
    expect((await reveal(0, 2)).status).toBeGreaterThanOrEqual(500);
    const counted = await recorded("codes.counted");
    expect(counted.at(-1)?.details).toEqual({ announced: 2, count: 0 });
  });
});

describe("the hour's budget", () => {
  it("of a member ends their reveals until the first of them is an hour old, and alerts administrators before", async () => {
    stack.advance(2 * HOUR);
    await answerWithCodes(8);
    cookie = await stack.signIn(buyer);
    for (let page = 0; page < 4; page += 1) expect((await reveal(0, 4)).status).toBe(200);
    expect((await recorded("codes.budget-neared")).at(-1)?.details).toEqual({
      scope: "member",
      used: 16,
      limit: 20,
    });
    expect((await reveal(0, 4)).status).toBe(200);
    const spent = await reveal(0, 1);
    expect([spent.status, spent.json.type]).toEqual([429, "too-many"]);
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

  it("is not passed by requests that arrive together", async () => {
    stack.advance(2 * HOUR);
    const by = await stack.signIn(await stack.addMember("buyer"));
    const answers = await Promise.all(Array.from({ length: 12 }, () => reveal(0, 4, by)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});
