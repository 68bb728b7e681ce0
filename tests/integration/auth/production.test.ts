import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { toIso } from "#lib/time/instant.ts";
import { NO_GRANTS } from "#lib/members/grants.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { sessions } from "#server/db/schema/members.ts";
import { noteKeyUse } from "#server/serviceLimits/keyUse.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { GET as noticesRoute } from "#app/api/notices/route.ts";
import { POST as readRoute } from "#app/api/notices/read/route.ts";
import { GET as unreadRoute } from "#app/api/notices/unread/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { GET as stateRoute } from "#app/api/service/route.ts";
import { POST as productionRoute } from "#app/api/session/production/route.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { PUT as securityRoute } from "#app/api/settings/security/route.ts";
import { GET as countRoute, POST as transferRoute } from "#app/api/team/[memberId]/drafts/route.ts";
import { ScriptedService } from "#tests/integration/catalog/scriptedService.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let admin: Member;
let cookie: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  testProgram.program.services.production = new ScriptedService();
  admin = await testProgram.addMember("admin", "Ada Admin");
  cookie = await testProgram.signIn(admin);
});
afterAll(() => testProgram.close());

const IN_PRODUCTION = { [ENVIRONMENT_HEADER]: "production" };
const ordersIn = async (as: string, headers: Record<string, string> = {}) =>
  (await testProgram.call(ordersRoute, { cookie: as, headers })).status;
const open = (as: string) => testProgram.call(productionRoute, { method: "POST", cookie: as, body: {} });
async function ask(confirmProduction: boolean): Promise<void> {
  const body = { secondFactorRoles: [], confirmWithPassword: false, confirmProduction };
  expect((await testProgram.call(securityRoute, { method: "PUT", cookie, body })).status).toBe(200);
}

describe("production, if the account asks members to confirm before", () => {
  it("is closed to each session until its member has shown who they are, and to no other environment", async () => {
    const buyer = await testProgram.addMember("buyer", "Bea Buyer");
    const bea = await testProgram.signIn(buyer);
    expect(await ordersIn(bea, IN_PRODUCTION)).toBe(200);
    await ask(true);
    const refused = await testProgram.call(ordersRoute, { cookie: bea, headers: IN_PRODUCTION });
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      expect.stringContaining("Production is locked"),
    ]);
    expect(await ordersIn(bea)).toBe(200);
    // What happened there is nothing to be found out either, though notices and the state of the service need no permission.
    const noticed = async (headers: Record<string, string> = {}) => [
      (await testProgram.call(stateRoute, { cookie: bea, headers })).status,
      (await testProgram.call(noticesRoute, { cookie: bea, headers })).status,
      (await testProgram.call(unreadRoute, { cookie: bea, headers })).status,
      (
        await testProgram.call(readRoute, {
          method: "POST",
          cookie: bea,
          headers,
          body: { until: toIso(testProgram.now()) },
        })
      ).status,
    ];
    expect(await noticed(IN_PRODUCTION)).toEqual([403, 403, 403, 403]);
    expect(await noticed()).toEqual([200, 200, 200, 200]);

    const ofBea = eq(sessions.memberId, buyer.id);
    await testProgram.program.db.update(sessions).set({ reauthenticatedAt: null }).where(ofBea);
    expect((await open(bea)).json).toMatchObject({ reauthenticate: "password" });
    expect(await ordersIn(bea, IN_PRODUCTION)).toBe(403);
    await testProgram.program.db.update(sessions).set({ reauthenticatedAt: testProgram.now() }).where(ofBea);
    expect((await open(bea)).status).toBe(204);
    expect((await open(bea)).status).toBe(204);
    expect(await ordersIn(bea, IN_PRODUCTION)).toBe(200);
    const records = await testProgram.program.db
      .select({ actorId: auditRecords.actorId, environment: auditRecords.environment })
      .from(auditRecords)
      .where(eq(auditRecords.action, "member.production-opened"));
    expect(records).toEqual([{ actorId: buyer.id, environment: "production" }]);

    // A session that replaces it stays open; another one starts closed.
    const body = { currentPassword: buyer.password, newPassword: "four plain words here 7" };
    const renewed = await testProgram.call(passwordRoute, { method: "PUT", cookie: bea, body });
    const goesOn = renewed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect(await ordersIn(goesOn, IN_PRODUCTION)).toBe(200);
    const another = await testProgram.signIn({ ...buyer, password: body.newPassword });
    expect(await ordersIn(another, IN_PRODUCTION)).toBe(403);
    await ask(false);
    expect(await ordersIn(another, IN_PRODUCTION)).toBe(200);
  });

  it("is open to members who may use nothing else: they have nothing to switch from", async () => {
    const as = { ...testProgram.program, actor: { id: admin.id } };
    const grants = { ...NO_GRANTS, production: ["wallet.read" as const] };
    const { id } = await addRole(as, { name: "Bookkeeper", grants });
    const bookkeeper = await testProgram.signIn(await testProgram.addMember(id, "Bo Bookkeeper"));
    await ask(true);
    expect(await ordersIn(bookkeeper, IN_PRODUCTION)).toBe(200);
    await ask(false);
  });
});

describe("the drafts of a member who leaves", () => {
  const line = { id: "l-1", productId: 1, amount: "", quantity: "2", countryCode: "" };
  const draftOf = (memberId: string, more: object = {}) => ({
    memberId,
    environment: "sandbox" as const,
    draft: { externalOrderCode: "", note: "", purchaseOrder: "", lines: [line] },
    version: 1,
    savedAt: testProgram.now(),
    ...more,
  });

  it("go to another who can order there, with their lines and a name, and those of the other environment stay", async () => {
    const leaving = await testProgram.addMember("buyer", "Lea Leaving");
    const heir = await testProgram.addMember("buyer", "Hal Heir");
    const viewer = await testProgram.addMember("viewer", "Vera Viewer");
    const { db } = testProgram.program;
    await db.insert(drafts).values([
      draftOf(leaving.id),
      draftOf(leaving.id, { origin: "order-1" }),
      draftOf(leaving.id, { name: "Spring sale" }),
      draftOf(leaving.id, { environment: "production" }),
      draftOf(leaving.id, { name: "Gone", deletedAt: testProgram.now() }),
      // What the other member already has is not affected.
      draftOf(heir.id),
      draftOf(heir.id, { origin: "order-1" }),
    ]);
    const params = { memberId: leaving.id };
    const give = (to: string) =>
      testProgram.call(transferRoute, { method: "POST", cookie, params, body: { to } });
    expect((await testProgram.call(countRoute, { cookie, params })).json).toEqual({ drafts: 3 });
    for (const to of [viewer.id, leaving.id]) expect((await give(to)).status).toBe(409);
    expect((await give(heir.id)).json).toEqual({ drafts: 3 });
    expect((await give(heir.id)).json).toEqual({ drafts: 0 });
    const named = await db.select().from(drafts).where(eq(drafts.memberId, heir.id));
    expect(named.map(({ name }) => name ?? "-").toSorted((one, other) => one.localeCompare(other))).toEqual([
      "-",
      "-",
      "Draft of Lea Leaving",
      "Draft of Lea Leaving for order-1",
      "Spring sale",
    ]);
    expect(named.every(({ draft }) => draft.lines.length === 1)).toBe(true);
    const left = await db.select().from(drafts).where(eq(drafts.memberId, leaving.id));
    expect(left.map(({ environment }) => environment)).toEqual(["production", "sandbox"]);
    const records = await db
      .select({ environment: auditRecords.environment, details: auditRecords.details })
      .from(auditRecords)
      .where(eq(auditRecords.action, "member.drafts-transferred"));
    const names = ["Draft of Lea Leaving", "Draft of Lea Leaving for order-1", "Spring sale"];
    expect(records).toEqual([{ environment: "sandbox", details: { drafts: 3, names, to: heir.id } }]);
  });

  it("still belong to the order they were made from, beside a draft that the other has for it", async () => {
    const leaving = await testProgram.addMember("buyer", "Lea Leaving");
    const heir = await testProgram.addMember("buyer", "Hal Heir");
    const { db } = testProgram.program;
    await db
      .insert(drafts)
      .values([
        draftOf(leaving.id, { origin: "order-1" }),
        draftOf(leaving.id, { origin: "order-2", name: "Second try" }),
        draftOf(leaving.id, { origin: "order-3", name: "Third try" }),
        draftOf(heir.id, { origin: "order-3" }),
        draftOf(heir.id, { origin: "order-2", deletedAt: testProgram.now() }),
      ]);
    const params = { memberId: leaving.id };
    const given = await testProgram.call(transferRoute, {
      method: "POST",
      cookie,
      params,
      body: { to: heir.id },
    });
    expect(given.json).toEqual({ drafts: 3 });
    const rows = await db
      .select({ name: drafts.name, origin: drafts.origin })
      .from(drafts)
      .where(and(eq(drafts.memberId, heir.id), isNull(drafts.deletedAt)))
      .orderBy(asc(drafts.name));
    expect(rows).toEqual([
      { name: "Draft of Lea Leaving for order-1", origin: "order-1" },
      { name: "Second try", origin: "order-2" },
      { name: "Third try for order-3", origin: "order-3" },
      { name: null, origin: "order-3" },
    ]);
  });
});

describe("the page of the keys", () => {
  it("says of each key when it was last accepted and last refused, over all instances, and never the key", async () => {
    const key = process.env["SERVICE_SANDBOX_KEY"] ?? "";
    const [known] = testProgram.program.services.sandbox?.keys() ?? [];
    const fingerprint = known?.fingerprint ?? "";
    const call = {
      environment: "sandbox" as const,
      operation: "wallet" as const,
      message: null,
      durationMs: 1,
    };
    const more = { attempt: null, orderRow: null, key: fingerprint };
    const at = (seconds: number) => Date.UTC(2030, 0, 1, 0, 0, seconds);
    const { db } = testProgram.program;
    await noteKeyUse(db, [
      { ...call, ...more, at: at(1), statusCode: 200, failure: null },
      { ...call, ...more, at: at(5), statusCode: 200, failure: null },
      { ...call, ...more, at: at(7), statusCode: 401, failure: "unauthorised" },
      { ...call, ...more, at: at(9), statusCode: 502, failure: "ambiguous" },
    ]);
    // Another instance records an earlier call later.
    await noteKeyUse(db, [{ ...call, ...more, at: at(3), statusCode: 200, failure: null }]);
    const { json } = await testProgram.call(connectionsRoute, { cookie });
    expect(json).toMatchObject({
      connections: [
        {
          environment: "sandbox",
          keys: [
            {
              slot: "first",
              prefix: "svc_test_…",
              fingerprint,
              isInUse: true,
              lastSuccessAt: "2030-01-01T00:00:05.000Z",
              lastRefusedAt: "2030-01-01T00:00:07.000Z",
            },
          ],
        },
      ],
    });
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(json)).not.toContain(key.slice("svc_test_".length));
  });
});
