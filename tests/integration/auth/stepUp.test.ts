import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { findSession } from "#server/auth/sessions/findSession.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { route } from "#server/route/route.ts";
import { resetSecondFactor } from "#server/team/resetSecondFactor.ts";
import { POST as confirmRoute } from "#app/api/session/confirm/route.ts";
import { POST as approveRoute } from "#app/api/orders/[reference]/approve/route.ts";
import { PUT as codeRulesRoute } from "#app/api/codes/settings/route.ts";
import { POST as newCodesRoute } from "#app/api/settings/second-factor/recovery-codes/route.ts";
import { GET as factorRoute } from "#app/api/settings/second-factor/route.ts";
import { DELETE as removeRoute, POST as enrolRoute } from "#app/api/settings/second-factor/totp/route.ts";
import { PUT as rulesRoute } from "#app/api/settings/security/route.ts";
import { POST as addRoute } from "#app/api/team/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as resetPasswordRoute } from "#app/api/team/[memberId]/password/route.ts";
import { DELETE as resetRoute } from "#app/api/team/[memberId]/second-factor/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { createSecondInstance } from "#tests/support/secondInstance.ts";
import { complete, enrol, newCookies, signInHalf, type Enrolled } from "#tests/support/secondFactorWorld.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let other: ReturnType<typeof createSecondInstance>;
beforeAll(async () => {
  testProgram = await createTestProgram();
  other = createSecondInstance(testProgram);
});
afterAll(async () => {
  await other.close();
  await testProgram.close();
});

const whoAmI = route({ permission: null, handle: ({ request }) => ({ ...request.actor }) });
const newAdmin = async () => testProgram.signIn(await testProgram.addMember("admin"));
const codeNow = ({ key }: Enrolled) => codeOf(key, testProgram.now());
const rules = (cookie: string, body: object) => testProgram.call(rulesRoute, { method: "PUT", cookie, body });
const confirm = (cookie: string, body: object) =>
  testProgram.call(confirmRoute, { method: "POST", cookie, body });
const NO_RULES = { secondFactorRoles: [], confirmWithPassword: false, confirmProduction: false };
/** Waits until a confirmation no longer counts. */
const waitLong = () => testProgram.advance(DEFAULT_REVEAL_LIMITS.reauthenticationMs);
const actionsOf = async (memberId: string) => {
  const rows = await testProgram.program.db
    .select({ action: auditRecords.action })
    .from(auditRecords)
    .where(eq(auditRecords.memberId, memberId));
  return rows.map(({ action }) => action);
};

describe("confirming that it's you", () => {
  it("takes the second factor of a member who has one: the password alone does not do, a code does once", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("admin"));
    waitLong();
    const asked = await rules(one.cookie, NO_RULES);
    expect([asked.status, asked.json.reauthenticate, asked.json.factors]).toMatchObject([
      403,
      "second-factor",
      { totp: true, passkey: false, password: false },
    ]);
    expect((await confirm(one.cookie, { password: one.member.password })).status).toBe(400);
    expect((await rules(one.cookie, NO_RULES)).status).toBe(403);
    const code = codeNow(one);
    expect((await confirm(one.cookie, { proof: { code } })).status).toBe(204);
    expect((await confirm(one.cookie, { proof: { code } })).status).toBe(400);
    expect((await rules(one.cookie, NO_RULES)).status).toBe(200);
    expect(await actionsOf(one.member.id)).toContain("member.confirmed");
  });

  it("takes the password too if the account asks for it", async () => {
    const admin = await newAdmin();
    await rules(admin, { ...NO_RULES, confirmWithPassword: true });
    const one = await enrol(testProgram, await testProgram.addMember("admin"));
    waitLong();
    expect((await confirm(one.cookie, { proof: { code: codeNow(one) } })).status).toBe(400);
    const wrong = { password: "not the password", proof: { code: codeNow(one) } };
    expect((await confirm(one.cookie, wrong)).status).toBe(400);
    const both = { password: one.member.password, proof: { code: codeNow(one) } };
    expect((await confirm(one.cookie, both)).status).toBe(204);
    await rules(one.cookie, NO_RULES);
  });

  it("comes before orders are approved and before members, rules and second factors are changed", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("admin"));
    const params = { memberId: (await testProgram.addMember("buyer")).id };
    waitLong();
    const { cookie } = one;
    const calls = [
      testProgram.call(rulesRoute, { method: "PUT", cookie, body: NO_RULES }),
      testProgram.call(codeRulesRoute, {
        method: "PUT",
        cookie,
        body: { reasonRequired: false, releaseOver: null },
      }),
      testProgram.call(addRoute, {
        method: "POST",
        cookie,
        body: { email: "new@partner.example", name: "New", role: "buyer" },
      }),
      testProgram.call(memberRoute, { method: "PATCH", cookie, params, body: { role: "admin" } }),
      testProgram.call(resetPasswordRoute, { method: "POST", cookie, params }),
      testProgram.call(resetRoute, { method: "DELETE", cookie, params }),
      testProgram.call(approveRoute, { method: "POST", cookie, params: { reference: "A-1" } }),
      testProgram.call(enrolRoute, { method: "POST", cookie }),
      testProgram.call(removeRoute, { method: "DELETE", cookie }),
      testProgram.call(newCodesRoute, { method: "POST", cookie }),
    ];
    const kinds = (await Promise.all(calls)).map(({ json }) => json.type);
    expect(kinds).toEqual(calls.map(() => "reauthentication-required"));
  });
});

describe("an account that asks for a second factor", () => {
  it("lets members of the role who have none do nothing but add one", async () => {
    const admin = await newAdmin();
    const member = await testProgram.addMember("support");
    const cookie = await testProgram.signIn(member);
    await rules(admin, { ...NO_RULES, secondFactorRoles: ["support"] });
    const refused = await testProgram.call(whoAmI, { cookie });
    expect([refused.status, refused.json.type]).toEqual([403, "second-factor-required"]);
    expect((await testProgram.call(factorRoute, { cookie })).json).toMatchObject({
      totp: null,
      required: true,
    });
    const one = await enrol(testProgram, member);
    expect((await testProgram.call(whoAmI, { cookie: one.cookie })).status).toBe(200);
    expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
    await rules(admin, NO_RULES);
  });

  it("does not ask it of other roles, and records who changed the rule from what to what", async () => {
    const admin = await testProgram.addMember("admin");
    const cookie = await testProgram.signIn(admin);
    await rules(cookie, { ...NO_RULES, secondFactorRoles: ["support"] });
    const buyer = await testProgram.signIn(await testProgram.addMember("buyer"));
    expect((await testProgram.call(whoAmI, { cookie: buyer })).status).toBe(200);
    await rules(cookie, NO_RULES);
    const records = await testProgram.program.db
      .select({ details: auditRecords.details })
      .from(auditRecords)
      .where(and(eq(auditRecords.action, "security.settings-changed"), eq(auditRecords.actorId, admin.id)));
    expect(records).toMatchObject([
      { details: { secondFactorRoles: ["support"], before: NO_RULES } },
      { details: { ...NO_RULES, before: { secondFactorRoles: ["support"] } } },
    ]);
  });
});

describe("the rules of sign-in", () => {
  it("stay as they are where a change leaves them out, as from a page of before", async () => {
    const admin = await newAdmin();
    const first = await rules(admin, { confirmProduction: true });
    expect(first.json).toEqual({ ...NO_RULES, confirmProduction: true });
    const second = await rules(await newAdmin(), { confirmWithPassword: true });
    expect(second.json).toEqual({ ...NO_RULES, confirmProduction: true, confirmWithPassword: true });
    expect((await rules(admin, NO_RULES)).json).toEqual(NO_RULES);
  });

  it("keep the roles that several administrators add and remove at once, each without the changes of the others", async () => {
    const admin = await newAdmin();
    const others = [await newAdmin(), await newAdmin(), await newAdmin()] as const;
    await rules(admin, { secondFactorRoles: ["viewer"] });
    const saved = await Promise.all([
      rules(others[0], { addSecondFactorRoles: ["support"] }),
      rules(others[1], { addSecondFactorRoles: ["buyer", "buyer"] }),
      rules(others[2], { removeSecondFactorRoles: ["viewer"] }),
    ]);
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { json } = await rules(admin, { addSecondFactorRoles: ["support"] });
    expect(json.secondFactorRoles).toHaveLength(2);
    expect(json.secondFactorRoles).toEqual(expect.arrayContaining(["buyer", "support"]));
    expect((await rules(admin, NO_RULES)).json).toEqual(NO_RULES);
  });
});

describe("a change of second factors", () => {
  const isWorth = async (cookie: string) =>
    (await findSession(other.program, new Headers({ cookie }), getAuthSettings())) !== null;

  it("ends every session on every instance at once; the tab that asked continues with a new cookie", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const half = await signInHalf(testProgram, one.member);
    const elsewhere = newCookies(await complete(testProgram, half, { code: codeNow(one) }));
    const waiting = await signInHalf(testProgram, one.member);
    const removed = await testProgram.call(removeRoute, { method: "DELETE", cookie: one.cookie });
    expect(removed.status).toBe(204);
    expect([await isWorth(one.cookie), await isWorth(elsewhere)]).toEqual([false, false]);
    expect(await isWorth(newCookies(removed))).toBe(true);
    const late = await complete(testProgram, waiting, { recoveryCode: one.recoveryCodes[0] });
    expect(late.status).toBe(401);
    expect(await actionsOf(one.member.id)).toContain("member.second-factor-removed");
  });

  it("by an administrator removes all of it, ends the sessions and is recorded; one's own is refused", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const cookie = await newAdmin();
    const params = { memberId: one.member.id };
    const reset = await testProgram.call(resetRoute, { method: "DELETE", cookie, params });
    expect([reset.status, reset.json.sessionsEnded]).toEqual([200, 1]);
    expect(await isWorth(one.cookie)).toBe(false);
    expect(await isWorth(await testProgram.signIn(one.member))).toBe(true);
    expect(await actionsOf(one.member.id)).toContain("member.second-factor-reset");
    const self = await enrol(testProgram, await testProgram.addMember("admin"));
    const own = { method: "DELETE", cookie: self.cookie, params: { memberId: self.member.id } };
    expect((await testProgram.call(resetRoute, own)).status).toBe(409);
  });

  it("by the operator at the machine is the last way back", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("admin"));
    await resetSecondFactor(operatorRequest(testProgram.program), { memberId: one.member.id });
    expect(await isWorth(await testProgram.signIn(one.member))).toBe(true);
  });
});
