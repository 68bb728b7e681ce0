import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createdTokenSchema } from "#lib/contracts/team/accessTokens.ts";
import { auditPageSchema } from "#lib/contracts/audit/audit.ts";
import { sessionsViewSchema } from "#lib/contracts/settings.ts";
import { memberWithPasswordSchema } from "#lib/contracts/team/team.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { listMembers } from "#server/team/listMembers.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { DELETE as everywhereRoute, GET as sessionsRoute } from "#app/api/settings/sessions/route.ts";
import { DELETE as sessionRoute } from "#app/api/settings/sessions/[sessionId]/route.ts";
import { POST as inviteRoute } from "#app/api/invitations/route.ts";
import { POST as tokensRoute } from "#app/api/settings/tokens/route.ts";
import { GET as teamRoute, POST as addRoute } from "#app/api/team/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as resetRoute } from "#app/api/team/[memberId]/password/route.ts";
import { insertToken } from "#tests/support/insertToken.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

const withPasswordSchema = memberWithPasswordSchema.extend({ password: z.string() });

let testProgram: TestProgram;
let admin: Member;
let cookie: string;
const as = (member: Member) => ({ ...testProgram.program, actor: { id: member.id } });
beforeEach(async () => {
  testProgram = await createTestProgram();
  admin = await testProgram.addMember("admin", "Ada Admin");
  cookie = await testProgram.signIn(admin);
});
afterEach(() => testProgram.close());

async function lastAudit() {
  const [record] = await testProgram.program.db
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return record;
}

describe("the team", () => {
  it("an administrator adds a member, who signs in with the password that was shown once", async () => {
    const body = { email: "New.Person@Partner.example ", name: " New Person ", role: "buyer" };
    const added = await testProgram.call(addRoute, { method: "POST", cookie, body });
    expect(added.status).toBe(201);
    const { member, password } = withPasswordSchema.parse(added.json);
    expect(member).toMatchObject({ email: "new.person@partner.example", name: "New Person", role: "buyer" });
    expect(JSON.stringify(added.json)).not.toContain("argon2");
    await testProgram.signIn({ email: "new.person@partner.example", password });
    const team = await testProgram.call(teamRoute, { cookie });
    expect(team.json.members).toHaveLength(2);
    expect(JSON.stringify(team.json)).not.toContain(password);
    const again = await testProgram.call(addRoute, { method: "POST", cookie, body });
    expect(again.status).toBe(409);
    expect(again.json.fields).toHaveProperty("email");
  });

  it("each change of the team is audited with who did it, and a change that changes nothing is not", async () => {
    const buyer = await testProgram.addMember("buyer");
    const params = { memberId: buyer.id };
    const patch = (body: object) => testProgram.call(memberRoute, { method: "PATCH", cookie, params, body });
    await patch({ role: "support" });
    expect(await lastAudit()).toMatchObject({
      action: "member.role-changed",
      actorId: admin.id,
      memberId: buyer.id,
      details: { from: "buyer", to: "support" },
    });
    await patch({ disabled: true });
    const disabled = await lastAudit();
    expect(disabled).toMatchObject({ action: "member.disabled", actorId: admin.id });
    await patch({ disabled: true });
    expect(await lastAudit()).toEqual(disabled);
    await patch({ disabled: false });
    expect(await lastAudit()).toMatchObject({ action: "member.enabled" });
    await testProgram.call(resetRoute, { method: "POST", cookie, params });
    expect(await lastAudit()).toMatchObject({ action: "member.password-reset" });
  });

  it("a change whose audit record cannot be written does not happen", async () => {
    const buyer = await testProgram.addMember("buyer");
    await testProgram.database.pool.query("alter table audit_records rename to gone");
    await expect(
      changeMember(operatorRequest(testProgram.program), { memberId: buyer.id, role: "admin" }),
    ).rejects.toThrow();
    const [row] = await testProgram.program.db.select().from(members).where(eq(members.id, buyer.id));
    expect(row?.role).toBe("buyer");
  });

  it("a reset password ends what is open, and only the new one signs in", async () => {
    const buyer = await testProgram.addMember("buyer");
    const open = await testProgram.signIn(buyer);
    const { password } = await resetPassword(as(admin), { memberId: buyer.id });
    expect((await testProgram.call(sessionsRoute, { cookie: open })).status).toBe(401);
    await expect(testProgram.signIn(buyer)).rejects.toThrow("401");
    await testProgram.signIn({ email: buyer.email, password });
  });

  it("the last administrator can be neither disabled nor given another role", async () => {
    await expect(changeMember(as(admin), { memberId: admin.id, disabled: true })).rejects.toMatchObject({
      kind: "conflict",
    });
    await expect(
      changeMember(operatorRequest(testProgram.program), { memberId: admin.id, role: "buyer" }),
    ).rejects.toMatchObject({ kind: "conflict" });
    const second = await testProgram.addMember("admin");
    await changeMember(as(second), { memberId: admin.id, disabled: true });
    await expect(changeMember(as(admin), { memberId: admin.id, disabled: false })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  it("nobody is added or invited with the address of a service, which would look like one", async () => {
    const email = "Evil@Service.invalid";
    for (const [route, body] of [
      [addRoute, { email, name: "Eve", role: "viewer" }],
      [inviteRoute, { email, role: "viewer" }],
    ] as const) {
      const { status, json } = await testProgram.call(route, { method: "POST", cookie, body });
      expect([status, json.fields]).toEqual([400, { email: "This address is kept for service tokens." }]);
    }
  });

  it("the last administrator is a person: a service with that role, which cannot sign in, does not count", async () => {
    const { program } = testProgram;
    const body = { kind: "service", name: "Shop", role: "admin", scopes: ["orders.read"], expiresInDays: 1 };
    const made = await testProgram.call(tokensRoute, { method: "POST", cookie, body });
    const service = createdTokenSchema.parse(made.json).token.member;
    await expect(changeMember(as(admin), { memberId: admin.id, disabled: true })).rejects.toMatchObject({
      kind: "conflict",
    });
    await changeMember(as(admin), { memberId: service.id, disabled: true });
    await changeMember(operatorRequest(program), { memberId: service.id, disabled: false });
    await expect(
      changeMember(operatorRequest(program), { memberId: admin.id, role: "buyer" }),
    ).rejects.toMatchObject({ kind: "conflict" });
  });

  it("two administrators who disable each other at the same moment do not leave nobody", async () => {
    for (let round = 0; round < 10; round += 1) {
      const second = await testProgram.addMember("admin");
      const outcomes = await Promise.allSettled([
        changeMember(as(second), { memberId: admin.id, disabled: true }),
        changeMember(as(admin), { memberId: second.id, disabled: true }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const left = (await listMembers(operatorRequest(testProgram.program))).members.filter(
        ({ role, disabledAt }) => role === "admin" && disabledAt === null,
      );
      expect(left).toHaveLength(1);
      await changeMember(operatorRequest(testProgram.program), { memberId: admin.id, disabled: false });
      await changeMember(operatorRequest(testProgram.program), { memberId: second.id, disabled: true });
    }
  });

  it("nobody but an administrator manages the team, also when a route forgot to ask", async () => {
    const buyer = await testProgram.addMember("buyer");
    const buyerCookie = await testProgram.signIn(buyer);
    const body = { email: "x@partner.example", name: "X", role: "admin" as const };
    expect((await testProgram.call(teamRoute, { cookie: buyerCookie })).status).toBe(403);
    expect((await testProgram.call(addRoute, { method: "POST", cookie: buyerCookie, body })).status).toBe(
      403,
    );
    expect((await testProgram.call(auditRoute, { cookie: buyerCookie })).status).toBe(403);
    expect((await testProgram.call(connectionsRoute, { cookie: buyerCookie })).status).toBe(403);
    await expect(addMember(as(buyer), body)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(changeMember(as(buyer), { memberId: buyer.id, role: "admin" })).rejects.toMatchObject({
      kind: "forbidden",
    });
    await expect(listMembers(as(buyer))).rejects.toMatchObject({ kind: "forbidden" });
  });

  it.each(["short", "x".repeat(201), "aaaaaaaaaaaaaaaa", "me@partner.example"])(
    "the password %j is refused, saying what would do",
    async (password) => {
      const input = { email: "me@partner.example", name: "Me", role: "buyer" as const, password };
      await expect(addMember(operatorRequest(testProgram.program), input)).rejects.toMatchObject({
        kind: "validation",
        details: { fields: { password: expect.any(String) } },
      });
    },
  );

  it("one's own password is changed by knowing it; other sessions end, this tab stays signed in", async () => {
    const other = await testProgram.signIn(admin);
    const put = (currentPassword: string, newPassword: string) =>
      testProgram.call(passwordRoute, { method: "PUT", cookie, body: { currentPassword, newPassword } });
    const wrong = await put("not my password", "a new long password");
    expect([wrong.status, Object.keys(wrong.json.fields ?? {})]).toEqual([400, ["currentPassword"]]);
    const weak = await put(admin.password, "short");
    expect(Object.keys(weak.json.fields ?? {})).toEqual(["newPassword"]);
    const same = await put(admin.password, admin.password);
    expect(Object.keys(same.json.fields ?? {})).toEqual(["newPassword"]);
    const done = await put(admin.password, "a new long password");
    expect(done.json).toEqual({ sessionsEnded: 1, tokensEnded: 0 });
    const renewed = done.headers.getSetCookie().join().split(";")[0];
    expect((await testProgram.call(sessionsRoute, { cookie: renewed })).status).toBe(200);
    expect((await testProgram.call(sessionsRoute, { cookie: other })).status).toBe(401);
    await testProgram.signIn({ email: admin.email, password: "a new long password" });
  });

  it("who holds a session cannot guess its password without end", async () => {
    const body = { currentPassword: "a wild guess", newPassword: "a new long password" };
    const guess = () => testProgram.call(passwordRoute, { method: "PUT", cookie, body });
    for (let n = 0; n < 8; n += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  it("one's own sessions are listed and ended, never another's", async () => {
    const buyer = await testProgram.addMember("buyer");
    const first = await testProgram.signIn(buyer, { "user-agent": "Firefox" });
    const second = await testProgram.signIn(buyer);
    const listed = await testProgram.call(sessionsRoute, { cookie: second });
    const { sessions } = sessionsViewSchema.parse(listed.json);
    expect(sessions.find(({ current }) => current)?.userAgent).toBeNull();
    expect(sessions.find(({ current }) => !current)?.userAgent).toBe("Firefox");
    expect(sessions).toHaveLength(2);
    const old = sessions.find(({ current }) => !current)?.id ?? "";
    const end = (by: string) =>
      testProgram.call(sessionRoute, { method: "DELETE", cookie: by, params: { sessionId: old } });
    expect((await end(cookie)).status).toBe(404);
    expect((await end(second)).status).toBe(204);
    expect((await testProgram.call(sessionsRoute, { cookie: first })).status).toBe(401);
    await testProgram.call(everywhereRoute, { method: "DELETE", cookie: second });
    expect((await testProgram.call(sessionsRoute, { cookie: second })).status).toBe(401);
  });

  it("signing out everywhere ends one's own access tokens only if wished, and never another's", async () => {
    const buyer = await testProgram.addMember("buyer");
    const [own, others] = [
      await insertToken(testProgram, buyer.id, ["orders.read"]),
      await insertToken(testProgram, admin.id, ["orders.read"]),
    ];
    const works = async ({ secret }: { secret: string }) =>
      (await testProgram.call(ordersRoute, { headers: { authorization: `Bearer ${secret}` } })).status ===
      200;
    const leave = async (query: string) => {
      const path = `/api/settings/sessions${query}`;
      const again = await testProgram.signIn(buyer);
      return testProgram.call(everywhereRoute, { method: "DELETE", cookie: again, path });
    };
    expect((await leave("")).json).toMatchObject({ tokensEnded: 0 });
    expect(await works(own)).toBe(true);
    expect((await leave("?tokens=all")).status).toBe(400);
    expect((await leave("?tokens=end")).json).toMatchObject({ tokensEnded: 1 });
    expect([await works(own), await works(others)]).toEqual([false, true]);
  });

  it("the audit log is filtered and paged without losing or repeating a record", async () => {
    const buyer = await testProgram.addMember("buyer");
    for (let n = 0; n < 7; n += 1)
      await changeMember(as(admin), { memberId: buyer.id, role: n % 2 ? "buyer" : "support" });
    const read = async (query: string) => {
      const { json } = await testProgram.call(auditRoute, { cookie, path: `/api/audit?${query}` });
      return auditPageSchema.parse(json);
    };
    const all = await read("take=200");
    expect(all.actions).toContain("member.role-changed");
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await read(`take=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(all.items.map(({ id }) => id));
    const changed = await read(`action=member.role-changed&member=${buyer.id}`);
    expect(changed.items).toHaveLength(7);
    expect(changed.items[0]?.actor).toEqual({ id: admin.id, name: "Ada Admin", email: admin.email });
    const later = new Date(testProgram.now() + 1_000).toISOString();
    expect((await read(`from=${later}`)).items).toEqual([]);
    expect((await read(`to=${later}&take=200`)).items).toHaveLength(all.items.length);
    expect((await testProgram.call(auditRoute, { cookie, path: "/api/audit?action='; drop" })).status).toBe(
      400,
    );
  });

  it("settings show where the service is and which kind of key, never the key", async () => {
    const { json } = await testProgram.call(connectionsRoute, { cookie });
    expect(json.connections).toMatchObject([
      {
        environment: "sandbox",
        host: "127.0.0.1:9",
        keys: [{ slot: "first", prefix: "svc_test_…", isInUse: true, lastSuccessAt: null }],
        catalog: null,
      },
    ]);
    expect(JSON.stringify(json)).not.toContain(process.env.SERVICE_SANDBOX_KEY);
  });
});
