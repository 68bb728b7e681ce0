import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createdTokenSchema, type CreateTokenRequest } from "#lib/contracts/team/accessTokens.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { roleViewSchema } from "#lib/contracts/team/roles.ts";
import { teamViewSchema } from "#lib/contracts/team/team.ts";
import { builtInGrants, NO_GRANTS } from "#lib/members/grants.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import { refuseAnonymous } from "#server/auth/sessions/refuseAnonymous.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { PUT as favouriteRoute } from "#app/api/catalog/favourites/[list]/[productId]/route.ts";
import { POST as codesRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as placeRoute } from "#app/api/orders/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { POST as addRoleRoute } from "#app/api/roles/route.ts";
import { PUT as ownPasswordRoute } from "#app/api/settings/password/route.ts";
import { DELETE as revokeRoute } from "#app/api/settings/tokens/[tokenId]/route.ts";
import { GET as listRoute, POST as createRoute } from "#app/api/settings/tokens/route.ts";
import { PATCH as changeMemberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as passwordRoute } from "#app/api/team/[memberId]/password/route.ts";
import { GET as teamRoute } from "#app/api/team/route.ts";
import { product, ScriptedService } from "#tests/integration/catalog/scriptedService.ts";
import { stackWithCatalog, type StackWithCatalog } from "#tests/integration/catalog/stackWithCatalog.ts";
import type { Member } from "#tests/support/testProgram.ts";

let stack: StackWithCatalog;
let admin: Member;
let adminCookie: string;

beforeAll(async () => {
  stack = await stackWithCatalog();
  const service = new ScriptedService();
  service.products = [product(1)];
  stack.program.services.sandbox = service;
  await stack.stock("sandbox", 3);
  admin = await stack.addMember("admin", "Ada");
  adminCookie = await stack.signIn(admin);
});
afterAll(() => stack.close());

type Made = { id: string; secret: string; memberId: string };

async function create(cookie: string, request: Partial<CreateTokenRequest>): Promise<Made> {
  const body = { kind: "personal", name: "Importer", scopes: ["orders.read"], expiresInDays: 30, ...request };
  const { status, json } = await stack.call(createRoute, { method: "POST", cookie, body });
  expect(status, JSON.stringify(json)).toBe(201);
  const { token, secret } = createdTokenSchema.parse(json);
  return { id: token.id, secret, memberId: token.member.id };
}

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

async function read(secret: string): Promise<number> {
  return (await stack.call(ordersRoute, bearer(secret))).status;
}

async function newMember(role: Role): Promise<Member & { cookie: string }> {
  const member = await stack.addMember(role);
  return { ...member, cookie: await stack.signIn(member) };
}

describe("an access token", () => {
  it("is shown once, kept as a hash, and listed without it", async () => {
    const buyer = await newMember("buyer");
    const { secret, id } = await create(buyer.cookie, {});
    expect(secret).toMatch(/^cdk_[\w-]{43}$/);
    const [row] = await stack.program.db.select().from(accessTokens).where(eq(accessTokens.id, id));
    expect(JSON.stringify({ ...row, hash: row?.hash.toString("latin1") })).not.toContain(secret.slice(12));
    expect(await read(secret)).toBe(200);
    const listed = await stack.call(listRoute, { cookie: buyer.cookie });
    expect(JSON.stringify(listed.json)).not.toContain(secret.slice(12));
    expect(listed.json).toMatchObject({
      tokens: [{ id, prefix: secret.slice(0, 10), lastUsedAt: expect.any(String) }],
    });
    expect(stack.logged.join("")).not.toContain(secret);
  });

  it("may do what both its scopes and its member's role allow, from one call to the next", async () => {
    const buyer = await newMember("buyer");
    const { secret } = await create(buyer.cookie, { scopes: ["orders.read", "orders.place"] });
    expect(await read(secret)).toBe(200);
    const codes = await stack.call(codesRoute, {
      method: "POST",
      params: { reference: "none" },
      body: { skip: 0, take: 1 },
      ...bearer(secret),
    });
    expect([codes.status, codes.json.type]).toEqual([403, "forbidden"]);
    const change = { method: "PATCH", cookie: adminCookie, params: { memberId: buyer.id } };
    await stack.call(changeMemberRoute, { ...change, body: { role: "support" } });
    const placed = await stack.call(placeRoute, { method: "POST", body: order(), ...bearer(secret) });
    expect([placed.status, placed.json.type]).toEqual([403, "forbidden"]);
    expect(await read(secret)).toBe(200);
    await stack.call(changeMemberRoute, { ...change, body: { disabled: true } });
    expect(await read(secret)).toBe(401);
  });

  it("cannot be given what its maker may not do, and nobody but an administrator makes one for a service", async () => {
    const support = await newMember("support");
    const ask = (request: object) =>
      stack.call(createRoute, {
        method: "POST",
        cookie: support.cookie,
        body: { kind: "personal", name: "T", scopes: ["orders.read"], expiresInDays: 1, ...request },
      });
    expect((await ask({ scopes: ["codes.reveal"] })).status).toBe(400);
    expect((await ask({ scopes: ["team.manage"] })).status).toBe(400);
    expect((await ask({ expiresInDays: 366 })).status).toBe(400);
    expect((await ask({ kind: "service", role: "buyer" })).status).toBe(403);
  });

  it("of a service has no role that holds more than its maker does, in either environment", async () => {
    const grants = { ...NO_GRANTS, account: ["team.manage"], sandbox: builtInGrants("buyer").sandbox };
    const body = { name: "Sandbox lead", grants };
    const { json } = await stack.call(addRoleRoute, { method: "POST", cookie: adminCookie, body });
    const lead = await stack.addMember(roleViewSchema.parse(json).id);
    const cookie = await stack.signIn(lead);
    const request = {
      kind: "service",
      name: "Shop",
      scopes: ["orders.place"],
      expiresInDays: 1,
      role: "buyer",
    };
    const refused = await stack.call(createRoute, { method: "POST", cookie, body: request });
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      expect.stringContaining("permissions that you don't hold yourself"),
    ]);
    expect((await create(cookie, { scopes: ["orders.place"] })).secret).toMatch(/^cdk_/);
  });

  it("is worth nothing from the call after it was revoked or has expired, and only its owner or an administrator revokes it", async () => {
    const [buyer, other] = [await newMember("buyer"), await newMember("buyer")];
    const { id, secret } = await create(buyer.cookie, {});
    const revoke = (cookie: string) =>
      stack.call(revokeRoute, { method: "DELETE", cookie, params: { tokenId: id } });
    expect((await revoke(other.cookie)).status).toBe(404);
    expect(await read(secret)).toBe(200);
    expect((await revoke(adminCookie)).status).toBe(204);
    expect(await read(secret)).toBe(401);
    const short = await create(other.cookie, { expiresInDays: 1 });
    stack.advance(DAY - HOUR);
    expect(await read(short.secret)).toBe(200);
    stack.advance(HOUR);
    expect(await read(short.secret)).toBe(401);
    adminCookie = await stack.signIn(admin);
  });

  it("counts alone: a session's cookie beside it, a wrong token and a foreign page change nothing", async () => {
    const cookie = adminCookie;
    for (const authorization of [
      "Bearer cdk_none",
      `Bearer cdk_${"A".repeat(43)}`,
      "Basic YTpi",
      "Bearer ",
    ]) {
      expect((await stack.call(ordersRoute, { cookie, headers: { authorization } })).status).toBe(401);
    }
    const { secret } = await create(cookie, {});
    const foreign = {
      authorization: `Bearer ${secret}`,
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    };
    expect((await stack.call(ordersRoute, { headers: foreign })).status).toBe(200);
    expect(
      (await stack.call(ordersRoute, { cookie, headers: { ...foreign, authorization: "" } })).status,
    ).toBe(401);
  });

  it("cannot do what is for people: neither favourites nor tokens of its own", async () => {
    const { secret } = await create(adminCookie, { scopes: ["catalog.read"] });
    for (const [handler, params] of [
      [favouriteRoute, { list: "mine", productId: "1" }],
      [createRoute, {}],
      [listRoute, {}],
    ] as const) {
      const answer = await stack.call(handler, { method: "POST", params, body: {}, ...bearer(secret) });
      expect([answer.status, answer.json.type]).toEqual([403, "forbidden"]);
    }
  });

  it("may be used a hundred times at once and is then asked to wait, without slowing anybody else", async () => {
    const buyer = await newMember("buyer");
    const [busy, calm] = [await create(buyer.cookie, {}), await create(buyer.cookie, {})];
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => stack.call(ordersRoute, bearer(busy.secret))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect(await read(calm.secret)).toBe(200);
    stack.advance(2_000);
    expect(await read(busy.secret)).toBe(200);
  });

  it("is let through to the routes by the guard in front of them only if it looks like one", () => {
    const ask = (authorization: string) =>
      // The guard reads these two properties of a request.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      refuseAnonymous({ url: "/api/orders", headers: { authorization } } as never);
    expect(ask(`Bearer cdk_${"A".repeat(43)}`)).toBeNull();
    expect(ask("Bearer x")?.kind).toBe("unauthenticated");
  });
});

function order() {
  return { currency: "EUR", lines: [{ productId: 1, quantity: 1 }], confirmationId: randomUUID() };
}

describe("a program that orders with a token", () => {
  it("places one order for one confirmationId, however often it repeats the call, and both are named in the audit log", async () => {
    const { secret, memberId } = await create(adminCookie, {
      kind: "service",
      role: "buyer",
      name: "Web shop",
      scopes: ["orders.place"],
    });
    const body = order();
    const calls = Array.from({ length: 8 }, () =>
      stack.call(placeRoute, { method: "POST", body, ...bearer(secret) }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(new Set(answers.map(({ json }) => json.externalOrderCode)).size).toBe(1);
    const placed = await stack.program.db.select().from(orders).where(eq(orders.placedBy, memberId));
    expect(placed).toHaveLength(1);
    const records = await stack.program.db
      .select({ action: auditRecords.action, actorId: auditRecords.actorId, token: auditRecords.token })
      .from(auditRecords)
      .where(eq(auditRecords.orderRow, placed[0]?.id ?? ""))
      .orderBy(auditRecords.id);
    expect(records[0]).toEqual({ action: "order.confirmed", actorId: memberId, token: "Web shop" });
    // What Codedesk does by itself is not attributed to the token, even while it answers the token's call.
    for (const { actorId, token } of records.slice(1)) expect([actorId, token]).toEqual([null, null]);
    const log = await stack.call(auditRoute, { cookie: adminCookie, path: "/api/audit?q=Web%20shop" });
    expect(JSON.stringify(log.json)).toContain('"token":"Web shop"');
  });

  it("of a person ends when an administrator resets the password, and not those that they made for services", async () => {
    const member = await newMember("admin");
    const own = await create(member.cookie, { name: "Sheet" });
    const service = await create(member.cookie, { kind: "service", role: "support", name: "Kiosk" });
    const other = await create((await newMember("buyer")).cookie, {});
    const reset = await stack.call(passwordRoute, {
      method: "POST",
      cookie: adminCookie,
      params: { memberId: member.id },
    });
    expect(reset.status).toBe(200);
    expect(await Promise.all([own, service, other].map(({ secret }) => read(secret)))).toEqual([
      401, 200, 200,
    ]);
    const records = await stack.program.db
      .select({ action: auditRecords.action, details: auditRecords.details })
      .from(auditRecords)
      .where(eq(auditRecords.memberId, member.id))
      .orderBy(desc(auditRecords.id))
      .limit(2);
    expect(records).toEqual([
      { action: "member.password-reset", details: { tokensEnded: 1 } },
      { action: "token.revoked", details: { name: "Sheet" } },
    ]);
  });

  it("ends with a change of the own password only if the member wishes it", async () => {
    const member = await newMember("buyer");
    const own = await create(member.cookie, { name: "Sheet" });
    const passwords = [member.password, "four plain words here 7", "five plain words here 8"];
    const change = async (at: number, more: object) =>
      stack.call(ownPasswordRoute, {
        method: "PUT",
        cookie: await stack.signIn({ ...member, password: passwords[at] ?? "" }),
        body: { currentPassword: passwords[at], newPassword: passwords[at + 1], ...more },
      });
    expect((await change(0, {})).json).toMatchObject({ tokensEnded: 0 });
    expect(await read(own.secret)).toBe(200);
    expect((await change(1, { endTokens: true })).json).toMatchObject({ tokensEnded: 1 });
    expect(await read(own.secret)).toBe(401);
  });

  it("acts as a member who cannot sign in and cannot get a password", async () => {
    const { memberId } = await create(adminCookie, { kind: "service", role: "support", name: "Bot" });
    const reset = await stack.call(passwordRoute, {
      method: "POST",
      cookie: adminCookie,
      params: { memberId },
    });
    expect(reset.status).toBe(409);
    const [member] = await stack.program.db.select().from(members).where(eq(members.id, memberId));
    expect(member).toMatchObject({ passwordHash: null, role: "support" });
  });

  it("makes its member active when it was last used, and a person's token says nothing of its person", async () => {
    const bot = await create(adminCookie, { kind: "service", role: "support", name: "Nightly" });
    const buyer = await stack.addMember("buyer");
    const own = await create(await stack.signIn(buyer), {});
    const lastSeenOf = async (memberId: string) => {
      const { json } = await stack.call(teamRoute, { cookie: adminCookie });
      return teamViewSchema.parse(json).members.find(({ id }) => id === memberId)?.lastSeenAt;
    };
    expect(await lastSeenOf(bot.memberId)).toBeNull();
    const signedIn = await lastSeenOf(buyer.id);
    stack.advance(MINUTE);
    const before = stack.now();
    expect([await read(bot.secret), await read(own.secret)]).toEqual([200, 200]);
    const lastUsed = await lastSeenOf(bot.memberId);
    expect(Date.parse(lastUsed ?? "")).toBeGreaterThanOrEqual(before);
    expect(await lastSeenOf(buyer.id)).toBe(signedIn);
  });

  it("has its creation and its end on record, each with its name", async () => {
    const { id } = await create(adminCookie, { name: "Short lived" });
    await stack.call(revokeRoute, { method: "DELETE", cookie: adminCookie, params: { tokenId: id } });
    const records = await stack.program.db
      .select()
      .from(auditRecords)
      .orderBy(desc(auditRecords.id))
      .limit(2);
    expect(records.map(({ action, details }) => [action, details.name])).toEqual([
      ["token.revoked", "Short lived"],
      ["token.created", "Short lived"],
    ]);
  });
});
