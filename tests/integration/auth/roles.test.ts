import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { roleViewSchema, type RoleGrants, type RoleView } from "#lib/contracts/team/roles.ts";
import { builtInGrants, NO_GRANTS } from "#lib/members/grants.ts";
import { listAuditPeople } from "#server/audit/listAuditPeople.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";
import { addRole as addRoleVerb } from "#server/team/roles/changeRoles.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { route } from "#server/route/route.ts";
import { GET as codeSettingsRoute } from "#app/api/codes/settings/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { GET as draftRoute } from "#app/api/orders/draft/route.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { PUT as limitRoute } from "#app/api/limits/route.ts";
import { POST as addRoleRoute } from "#app/api/roles/route.ts";
import { DELETE as deleteRoute, PUT as roleRoute } from "#app/api/roles/[roleId]/route.ts";
import { PUT as securityRoute } from "#app/api/settings/security/route.ts";
import { POST as addRoute } from "#app/api/team/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as passwordRoute } from "#app/api/team/[memberId]/password/route.ts";
import { DELETE as factorRoute } from "#app/api/team/[memberId]/second-factor/route.ts";
import { DELETE as sessionsRoute } from "#app/api/team/[memberId]/sessions/route.ts";
import { ScriptedService } from "#tests/integration/catalog/scriptedService.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let admin: Member;
let cookie: string;
let count = 0;
beforeAll(async () => {
  testProgram = await createTestProgram();
  testProgram.program.services.production = new ScriptedService();
  admin = await testProgram.addMember("admin", "Ada Admin");
  cookie = await testProgram.signIn(admin);
});
afterAll(() => testProgram.close());

/** What the page of the audit log reads for its filters. */
const auditPeopleRoute = route({
  permission: null,
  handle: async ({ request }) => ({ people: await listAuditPeople(request) }),
});

const role = (grants: Partial<RoleGrants>, name = `Role ${(count += 1)}`) => ({
  name,
  grants: { ...NO_GRANTS, ...grants },
});
async function addRole(grants: Partial<RoleGrants>): Promise<RoleView> {
  const added = await testProgram.call(addRoleRoute, { method: "POST", cookie, body: role(grants) });
  expect(added.status).toBe(201);
  return roleViewSchema.parse(added.json);
}
const change = (known: RoleView, grants: Partial<RoleGrants>, as = cookie, version = known.version) =>
  testProgram.call(roleRoute, {
    method: "PUT",
    cookie: as,
    params: { roleId: known.id },
    body: { ...role(grants, known.name), version },
  });
const statusIn = async (
  handler: Parameters<TestProgram["call"]>[0],
  as: string,
  environment: Environment,
): Promise<number> =>
  (await testProgram.call(handler, { cookie: as, headers: { [ENVIRONMENT_HEADER]: environment } })).status;

describe("a custom role", () => {
  it("allows in each environment what it holds there, and a change of it holds with the next request", async () => {
    const made = await addRole({ sandbox: builtInGrants("buyer").sandbox, production: ["wallet.read"] });
    // A member who may do anything in an environment can see its catalog and orders.
    expect(made.grants.production).toEqual(["catalog.read", "orders.read", "wallet.read"]);
    const member = await testProgram.addMember(made.id, "Tim Trainee");
    const tim = await testProgram.signIn(member);
    expect(await statusIn(draftRoute, tim, "sandbox")).toBe(200);
    expect(await statusIn(ordersRoute, tim, "production")).toBe(200);
    const refused = await testProgram.call(draftRoute, {
      cookie: tim,
      headers: { [ENVIRONMENT_HEADER]: "production" },
    });
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "Your role can't place orders in production. Ask an administrator if you need this.",
    ]);

    const changed = await change(made, { account: ["audit.read"], sandbox: ["orders.read"] });
    expect(changed.status).toBe(200);
    expect(await statusIn(draftRoute, tim, "sandbox")).toBe(403);
    expect(await statusIn(ordersRoute, tim, "sandbox")).toBe(200);
    expect(await statusIn(ordersRoute, tim, "production")).toBe(403);
    expect(await statusIn(auditRoute, tim, "production")).toBe(200);
    const [record] = await testProgram.program.db
      .select()
      .from(auditRecords)
      .orderBy(desc(auditRecords.id))
      .limit(1);
    expect(record).toMatchObject({
      action: "role.changed",
      actorId: admin.id,
      details: { name: made.name, before: { grants: made.grants } },
    });
  });

  it("finds what its pages show, also where they concern what other permissions do", async () => {
    const rules = await addRole({ account: ["settings.change"] });
    const ruler = await testProgram.signIn(await testProgram.addMember(rules.id));
    // The settings have the rules for codes, which this role changes and never reveals.
    expect(await statusIn(codeSettingsRoute, ruler, "sandbox")).toBe(200);
    const auditing = await addRole({ account: ["audit.read"] });
    const member = await testProgram.addMember(auditing.id, "Alma Auditor");
    // The filters of the audit log name the members; managing them is another permission.
    const { json } = await testProgram.call(auditPeopleRoute, { cookie: await testProgram.signIn(member) });
    expect(json.people).toContainEqual({ id: member.id, name: "Alma Auditor" });
    expect(await statusIn(auditPeopleRoute, ruler, "sandbox")).toBe(403);
  });

  it("is not overwritten by whoever has not seen its last change, and has a name of its own", async () => {
    const made = await addRole({ sandbox: ["orders.read"] });
    expect((await change(made, { sandbox: ["wallet.read"] })).status).toBe(200);
    const stale = await change(made, { production: ["codes.reveal"] });
    expect([stale.status, stale.json.detail]).toEqual([409, expect.stringContaining("in the meantime")]);
    for (const name of [made.name.toUpperCase(), "administrator", " Buyer "]) {
      const body = role({ sandbox: ["orders.read"] }, name);
      const taken = await testProgram.call(addRoleRoute, { method: "POST", cookie, body });
      expect([name, taken.status, taken.json.fields]).toEqual([name, 409, { name: expect.any(String) }]);
    }
  });

  it("holds permissions where they belong, and at least one", async () => {
    for (const grants of [
      { sandbox: ["team.manage" as const] },
      { account: ["orders.place" as const] },
      {},
    ]) {
      const answer = await testProgram.call(addRoleRoute, { method: "POST", cookie, body: role(grants) });
      expect([answer.status, answer.json.fields]).toEqual([400, { grants: expect.any(String) }]);
    }
  });

  it("can be deleted once nobody has it, with its limits and its place in the rules of signing in", async () => {
    const made = await addRole({ sandbox: ["orders.place"] });
    const member = await testProgram.addMember(made.id);
    const limit = { subject: { role: made.id }, currency: "EUR", perOrder: 1, perDay: null, perMonth: null };
    const rules = (secondFactorRoles: string[]) =>
      testProgram.call(securityRoute, {
        method: "PUT",
        cookie,
        body: { secondFactorRoles, confirmWithPassword: false, confirmProduction: false },
      });
    const remove = () =>
      testProgram.call(deleteRoute, { method: "DELETE", cookie, params: { roleId: made.id } });
    expect((await testProgram.call(limitRoute, { method: "PUT", cookie, body: limit })).status).toBe(200);
    expect((await rules([made.id])).status).toBe(200);
    expect((await remove()).json.detail).toContain("1 member has this role");
    await changeMember(operatorRequest(testProgram.program), { memberId: member.id, role: "viewer" });
    expect((await remove()).status).toBe(204);
    expect((await testProgram.call(limitRoute, { method: "PUT", cookie, body: limit })).status).toBe(404);
    const [left] = await testProgram.program.db.select().from(securitySettings);
    expect(left?.secondFactorRoles).toEqual([]);
  });

  it("is no way around a second factor that all built-in roles must have", async () => {
    const { db } = testProgram.program;
    const all = ["admin", "approver", "buyer", "support", "viewer"];
    // Written directly: the administrator of this test has none, and could do nothing else any more.
    await db.update(securitySettings).set({ secondFactorRoles: all });
    const as = { ...testProgram.program, actor: { id: admin.id } };
    const made = await addRoleVerb(as, role({ sandbox: ["orders.read"] }));
    const [rules] = await db.select().from(securitySettings);
    expect(rules?.secondFactorRoles).toEqual([...all, made.id]);
    await db.update(securitySettings).set({ secondFactorRoles: [] });
    expect((await addRoleVerb(as, role({ sandbox: ["orders.read"] }))).version).toBe(1);
    expect((await db.select().from(securitySettings))[0]?.secondFactorRoles).toEqual([]);
  });
});

describe("a member who manages the team without being an administrator", () => {
  async function manager(): Promise<{ made: RoleView; member: Member; as: string }> {
    const made = await addRole({ account: ["team.manage"], sandbox: ["orders.place"] });
    const member = await testProgram.addMember(made.id, "Mona Manager");
    return { made, member, as: await testProgram.signIn(member) };
  }

  it("gives nobody what they do not hold, by no way", async () => {
    const { made, member, as } = await manager();
    const approver = await testProgram.addMember("approver");
    const of = ({ id }: Member) => ({ memberId: id });
    const email = () => `${(count += 1)}@partner.example`;
    const tries: Record<string, Promise<{ status: number; json: Record<string, unknown> }>> = {
      "a role with more": testProgram.call(addRoleRoute, {
        method: "POST",
        cookie: as,
        body: role({ production: ["orders.read"] }),
      }),
      "more for their own role": change(made, { ...made.grants, account: ["team.manage", "audit.read"] }, as),
      "being an administrator": testProgram.call(memberRoute, {
        method: "PATCH",
        cookie: as,
        params: of(member),
        body: { role: "admin" },
      }),
      "a member of a role with more": testProgram.call(addRoute, {
        method: "POST",
        cookie: as,
        body: { email: email(), name: "New", role: "viewer" },
      }),
      "a password of an administrator": testProgram.call(passwordRoute, {
        method: "POST",
        cookie: as,
        params: of(admin),
      }),
      "a second factor of an administrator": testProgram.call(factorRoute, {
        method: "DELETE",
        cookie: as,
        params: of(admin),
      }),
      "sessions of an administrator": testProgram.call(sessionsRoute, {
        method: "DELETE",
        cookie: as,
        params: of(admin),
      }),
      "a member with more, disabled": testProgram.call(memberRoute, {
        method: "PATCH",
        cookie: as,
        params: of(approver),
        body: { disabled: true },
      }),
    };
    for (const [what, answer] of Object.entries(tries)) {
      const { status, json } = await answer;
      expect([what, status, json.detail]).toEqual([
        what,
        403,
        expect.stringContaining("permissions that you don't hold yourself"),
      ]);
    }
    const own = await testProgram.call(addRoute, {
      method: "POST",
      cookie: as,
      body: { email: email(), name: "New", role: made.id },
    });
    expect(own.status).toBe(201);
  });

  it("cannot lock everybody out: the last administrator stays one, and that role cannot be changed", async () => {
    const { as } = await manager();
    for (const body of [{ role: "viewer" }, { disabled: true }]) {
      const call = { method: "PATCH", params: { memberId: admin.id }, body };
      expect((await testProgram.call(memberRoute, { ...call, cookie: as })).status).toBe(403);
      const own = await testProgram.call(memberRoute, { ...call, cookie });
      expect([own.status, own.json.detail]).toEqual([409, expect.stringContaining("last administrator")]);
    }
    const builtIn = { method: "PUT", cookie, params: { roleId: "admin" } };
    expect((await testProgram.call(roleRoute, { ...builtIn, body: role({}) })).status).toBe(400);
  });

  it("loses it at once with the role's permission, and cannot take it back", async () => {
    const { made, as } = await manager();
    expect((await change(made, { sandbox: ["orders.place"] })).status).toBe(200);
    const again = await change(made, made.grants, as, (made.version ?? 0) + 1);
    expect([again.status, again.json.detail]).toEqual([403, expect.stringContaining("manage the team")]);
  });
});
