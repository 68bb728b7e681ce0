import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditPageSchema } from "#lib/contracts/audit/audit.ts";
import { connectionsViewSchema } from "#lib/contracts/settings.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { NO_GRANTS } from "#lib/members/grants.ts";
import { recordAudit } from "#server/audit/record.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { codeMisses } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { endMemberSessions } from "#server/team/memberSessions.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { POST as exportRoute } from "#app/api/audit/export/route.ts";
import { GET as listRoute } from "#app/api/audit/route.ts";
import { POST as searchRoute } from "#app/api/audit/search/route.ts";
import { POST as productionRoute } from "#app/api/session/production/route.ts";
import { GET as connectionsRoute } from "#app/api/settings/connections/route.ts";
import { PUT as securityRoute } from "#app/api/settings/security/route.ts";
import { stackWithCatalog, type StackWithCatalog } from "#tests/integration/catalog/stackWithCatalog.ts";
import { insertToken } from "#tests/support/insertToken.ts";
import { DASHBOARD_HOST, type Member } from "#tests/support/testProgram.ts";

const WHERE = ["sandbox", "production", null] as const;
let stack: StackWithCatalog;
beforeAll(async () => {
  stack = await stackWithCatalog();
  const at = stack.now();
  for (const environment of WHERE) {
    await stack.program.db.transaction((tx) =>
      recordAudit(tx, {
        at,
        environment,
        action: environment === "production" ? "wallet.limit-changed" : "limit.changed",
        details: { currency: `canary-${environment ?? "account"}` },
      }),
    );
  }
});
afterAll(() => stack.close());

type Caller = { cookie: string } | { headers: { authorization: string } };

/** The canaries in each answer that shows the log, whichever environment the request names. */
async function canariesFor(caller: Caller): Promise<Set<string>> {
  const found = new Set<string>();
  const isProgram = "headers" in caller;
  for (const environment of ["sandbox", "production"]) {
    const headers = { ...(isProgram ? caller.headers : {}), [ENVIRONMENT_HEADER]: environment };
    const call = isProgram ? { headers } : { ...caller, headers };
    const texts = [
      await stack.call(listRoute, { ...call, path: "/api/audit?take=200" }),
      ...(isProgram
        ? []
        : [
            await stack.call(searchRoute, { ...call, method: "POST", body: { q: "canary" } }),
            await stack.call(exportRoute, { ...call, method: "POST", body: {} }),
          ]),
    ].map(({ json }) => JSON.stringify(json));
    for (const text of texts) for (const [canary] of text.matchAll(/canary-\w+/g)) found.add(canary);
  }
  return found;
}

const ALL = new Set(["canary-sandbox", "canary-production", "canary-account"]);
const WITHOUT_PRODUCTION = new Set(["canary-sandbox", "canary-account"]);

async function auditor(sandbox: boolean): Promise<Member> {
  const role = await addRole(operatorRequest(stack.program), {
    name: `Auditor ${sandbox ? "of the sandbox" : "alone"} ${randomUUID().slice(0, 8)}`,
    grants: { ...NO_GRANTS, account: ["audit.read"], sandbox: sandbox ? ["orders.read"] : [] },
  });
  return stack.addMember(role.id, "Ola Auditor");
}

describe("the audit log", () => {
  it("shows records of an environment only to roles that may do something in it, whatever environment is named", async () => {
    const admin = await stack.addMember("admin");
    expect(await canariesFor({ cookie: await stack.signIn(admin) })).toEqual(ALL);
    const ofSandbox = await stack.signIn(await auditor(true));
    expect(await canariesFor({ cookie: ofSandbox })).toEqual(WITHOUT_PRODUCTION);
    const ofNeither = await stack.signIn(await auditor(false));
    expect(await canariesFor({ cookie: ofNeither })).toEqual(new Set(["canary-account"]));
    const page = await stack.call(listRoute, { cookie: ofSandbox });
    expect(auditPageSchema.parse(page.json).actions).not.toContain("wallet.limit-changed");
  });

  it("shows how many texts were looked up that were no codes, of environments that are open to the reader alone", async () => {
    const finder = await stack.addMember("support");
    const at = stack.now();
    await stack.program.db.insert(codeMisses).values({
      hour: at,
      environment: "production",
      memberId: finder.id,
      count: 7,
      firstAt: at,
      lastAt: at,
    });
    const found = async (member: Member) => {
      const path = "/api/audit?action=codes.missed";
      const { json } = await stack.call(listRoute, { cookie: await stack.signIn(member), path });
      const { items, actions } = auditPageSchema.parse(json);
      return [
        items.map(({ details, actor }) => [details.count, actor?.id]),
        actions.includes("codes.missed"),
      ];
    };
    expect(await found(await stack.addMember("admin"))).toEqual([[[7, finder.id]], true]);
    expect(await found(await auditor(true))).toEqual([[], false]);
  });

  it("shows a program the records of the environments that its member's role may do something in", async () => {
    const member = await stack.addMember("admin");
    const authorization = async (owner: Member) => {
      const { secret } = await insertToken(stack, owner.id, ["audit.read"]);
      return { headers: { authorization: `Bearer ${secret}` } };
    };
    expect(await canariesFor(await authorization(member))).toEqual(ALL);
    await stack.program.db.update(members).set({ role: "viewer" }).where(eq(members.id, member.id));
    expect(await canariesFor(await authorization(member))).toEqual(new Set());
  });

  it("shows records of production only to sessions that have opened it", async () => {
    const cookie = await stack.signIn(await stack.addMember("admin"));
    const ask = async (confirmProduction: boolean) => {
      const body = { confirmProduction };
      expect((await stack.call(securityRoute, { method: "PUT", cookie, body })).status).toBe(200);
    };
    const connections = async () => {
      const { json } = await stack.call(connectionsRoute, { cookie });
      return connectionsViewSchema.parse(json).connections.map(({ environment }) => environment);
    };
    await ask(true);
    expect(await canariesFor({ cookie })).toEqual(WITHOUT_PRODUCTION);
    // So does the page of the connections, whichever environment it is asked for.
    expect(await connections()).toEqual(["sandbox"]);
    const opened = await stack.call(productionRoute, { method: "POST", cookie, body: {} });
    expect(opened.status).toBe(204);
    expect(await canariesFor({ cookie })).toEqual(ALL);
    expect(await connections()).toEqual(["sandbox", "production"]);
    await ask(false);
  });

  it("is exported no further once its member is disabled, signed out or loses the permission", async () => {
    await stack.program.db.transaction(async (tx) => {
      for (let count = 0; count < 2_100; count += 1)
        await recordAudit(tx, { at: stack.now(), action: "audit.verified", details: { records: count } });
    });
    const ends: Record<string, (member: Member) => Promise<unknown>> = {
      disabled: ({ id }) => changeMember(operatorRequest(stack.program), { memberId: id, disabled: true }),
      "signed out": ({ id }) => endMemberSessions(operatorRequest(stack.program), { memberId: id }),
      "without the permission": ({ id }) =>
        stack.program.db.update(members).set({ role: "viewer" }).where(eq(members.id, id)),
    };
    for (const [how, end] of Object.entries(ends)) {
      const member = await stack.addMember("admin");
      const response = await exportRoute(
        new Request(`http://${DASHBOARD_HOST}/api/audit/export`, {
          method: "POST",
          headers: {
            host: DASHBOARD_HOST,
            cookie: await stack.signIn(member),
            "content-type": "application/json",
          },
          body: "{}",
        }),
        { params: Promise.resolve({}) },
      );
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect([how, first?.done]).toEqual([how, false]);
      await end(member);
      let rows = 0;
      const rest = (async () => {
        for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read())
          rows += new TextDecoder().decode(next.value).split("\r\n").length - 1;
      })();
      await expect(rest, how).rejects.toThrow();
      // At most the page that had been read ahead.
      expect([how, rows <= 1_001]).toEqual([how, true]);
    }
  });
});
