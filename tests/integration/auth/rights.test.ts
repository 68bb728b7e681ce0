import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessTokensViewSchema } from "#lib/contracts/team/accessTokens.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { builtInGrants } from "#lib/members/grants.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { sessions } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { serviceCalls, serviceState, walletBalances } from "#server/db/schema/service.ts";
import type { RouteHandler } from "#server/route/route.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { hashOfToken } from "#server/team/invitations/invitationToken.ts";
import { DELETE as revokeInvitation } from "#app/api/invitations/[invitationId]/route.ts";
import { POST as invite } from "#app/api/invitations/route.ts";
import { GET as listProductLimits, PUT as setProductLimit } from "#app/api/limits/products/route.ts";
import { GET as listLimits, PUT as setLimit } from "#app/api/limits/route.ts";
import { GET as readState } from "#app/api/service/route.ts";
import { GET as listCalls } from "#app/api/settings/calls/route.ts";
import { GET as listConnections } from "#app/api/settings/connections/route.ts";
import { POST as testKey } from "#app/api/settings/keys/test/route.ts";
import { GET as readUnits } from "#app/api/settings/units/route.ts";
import { DELETE as revokeToken } from "#app/api/settings/tokens/[tokenId]/route.ts";
import { GET as listTokens } from "#app/api/settings/tokens/route.ts";
import { GET as countDrafts, POST as transferDrafts } from "#app/api/team/[memberId]/drafts/route.ts";
import { POST as resetPassword } from "#app/api/team/[memberId]/password/route.ts";
import { PATCH as changeMember } from "#app/api/team/[memberId]/route.ts";
import { DELETE as resetFactor } from "#app/api/team/[memberId]/second-factor/route.ts";
import { DELETE as endSessions, GET as listSessions } from "#app/api/team/[memberId]/sessions/route.ts";
import { PUT as setWalletLimit } from "#app/api/wallet/limits/route.ts";
import { POST as addWebhook, GET as listWebhooks } from "#app/api/webhooks/route.ts";
import { stackWithCatalog, type StackWithCatalog } from "#tests/integration/catalog/stackWithCatalog.ts";
import { MATRIX } from "#tests/integration/http/matrixRoutes.ts";
import { insertToken } from "#tests/support/insertToken.ts";
import type { Answer, Call, Member } from "#tests/support/testProgram.ts";

/** A custom role that manages the team, buys in the sandbox, and may do nothing in production. */
const MANAGER = {
  account: ["team.manage", "settings.read", "settings.change"],
  sandbox: [...builtInGrants("buyer").sandbox, "orders.approve"],
  production: [],
} as const;
/** A role that holds no more than that one anywhere. */
const CLERK = { account: [], sandbox: ["orders.place"], production: [] } as const;

/** On whom the manager tries to act: themselves, a member with fewer permissions, one with more in production alone, one with more. */
const TARGETS = ["self", "clerk", "buyer", "admin"] as const;
type Target = (typeof TARGETS)[number];

let stack: StackWithCatalog;
let manager: Member;
let cookie: string;
const roleOf: Record<Target, string> = { self: "", clerk: "", buyer: "buyer", admin: "admin" };
beforeAll(async () => {
  stack = await stackWithCatalog();
  const operator = operatorRequest(stack.program);
  const copy = (grants: typeof MANAGER | typeof CLERK) => ({
    account: [...grants.account],
    sandbox: [...grants.sandbox],
    production: [...grants.production],
  });
  roleOf.self = (await addRole(operator, { name: "Manager", grants: copy(MANAGER) })).id;
  roleOf.clerk = (await addRole(operator, { name: "Clerk", grants: copy(CLERK) })).id;
  manager = await stack.addMember(roleOf.self, "Mona Manager");
  cookie = await stack.signIn(manager);
});
afterAll(() => stack.close());

const ask = (handler: RouteHandler, call: Call, environment: Environment = "sandbox"): Promise<Answer> =>
  stack.call(handler, { cookie, ...call, headers: { [ENVIRONMENT_HEADER]: environment } });

const newTarget = (target: Target): Promise<Member> => stack.addMember(roleOf[target], target);

const newToken = async (owner: Member): Promise<string> =>
  (await insertToken(stack, owner.id, ["orders.read"])).id;

async function newInvitation(target: Target): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@partner.example`;
  const now = stack.now();
  const [row] = await stack.program.db
    .insert(invitations)
    .values({
      tokenHash: hashOfToken(randomUUID()),
      email,
      role: roleOf[target],
      invitedBy: manager.id,
      createdAt: now,
      expiresAt: now + 3_600_000,
    })
    .returning({ id: invitations.id });
  return { id: row?.id ?? "", email };
}

async function newDraft({ id }: Member, environment: Environment): Promise<void> {
  const line = { id: randomUUID(), productId: 1, amount: "", quantity: "1", countryCode: "" };
  await stack.program.db.insert(drafts).values({
    memberId: id,
    environment,
    draft: { ...EMPTY_DRAFT, lines: [line] },
    version: 1,
    savedAt: stack.now(),
  });
}

type Attempt = (target: Target, environment: Environment) => Promise<Answer>;
const member = ({ id }: Member) => ({ memberId: id });

/** What is done to a member wherever they may do anything. */
const EVERYWHERE: Record<string, Attempt> = {
  "give another role": async (target) =>
    ask(changeMember, {
      method: "PATCH",
      params: member(await newTarget(target)),
      body: { role: roleOf.clerk },
    }),
  disable: async (target) =>
    ask(changeMember, {
      method: "PATCH",
      params: member(await newTarget(target)),
      body: { disabled: true },
    }),
  "reset a password": async (target) =>
    ask(resetPassword, { method: "POST", params: member(await newTarget(target)) }),
  "reset a second factor": async (target) =>
    ask(resetFactor, { method: "DELETE", params: member(await newTarget(target)) }),
  "read where they are signed in": async (target) =>
    ask(listSessions, { params: member(await newTarget(target)) }),
  "end their sessions": async (target) =>
    ask(endSessions, { method: "DELETE", params: member(await newTarget(target)) }),
  "revoke a token": async (target) =>
    ask(revokeToken, { method: "DELETE", params: { tokenId: await newToken(await newTarget(target)) } }),
  "revoke an invitation": async (target) => {
    const { id: invitationId } = await newInvitation(target);
    return ask(revokeInvitation, { method: "DELETE", params: { invitationId } });
  },
  "replace an invitation": async (target) => {
    const { email } = await newInvitation(target);
    return ask(invite, { method: "POST", body: { email, role: roleOf.clerk } });
  },
};

/** What is done to a member in one environment. */
const IN_ONE: Record<string, Attempt> = {
  "set the limit of a member": async (target, environment) => {
    const subject = { memberId: (await newTarget(target)).id };
    return ask(setLimit, { method: "PUT", body: { subject, currency: "EUR", perOrder: 0 } }, environment);
  },
  "set the limit of a role": (target, environment) =>
    ask(
      setLimit,
      { method: "PUT", body: { subject: { role: roleOf[target] }, currency: "CHF", perOrder: 1 } },
      environment,
    ),
  "count their drafts": async (target, environment) =>
    ask(countDrafts, { params: member(await newTarget(target)) }, environment),
  "take over their drafts": async (target, environment) => {
    const owner = await newTarget(target);
    await newDraft(owner, environment);
    const to = environment === "sandbox" ? manager.id : (await stack.addMember("buyer")).id;
    return ask(transferDrafts, { method: "POST", params: member(owner), body: { to } }, environment);
  },
};

/** The routes that name a member, or what gives permissions to one; those of roles are tested with the roles. */
const NAMING = /^[A-Z]+ (team\/|invitations\/|limits$|settings\/tokens\/)/;
const TRIED = [
  "DELETE invitations/[invitationId]",
  "DELETE settings/tokens/[tokenId]",
  "DELETE team/[memberId]/second-factor",
  "DELETE team/[memberId]/sessions",
  "GET limits",
  "GET team/[memberId]/drafts",
  "GET team/[memberId]/sessions",
  "PATCH team/[memberId]",
  "POST team/[memberId]/drafts",
  "POST team/[memberId]/password",
  "PUT limits",
];

describe("a member who manages the team without being an administrator", () => {
  it("is tried with every route that names a member", () => {
    expect(
      Object.keys(MATRIX)
        .filter((name) => NAMING.test(name))
        .toSorted(),
    ).toEqual(TRIED);
  });

  for (const [what, attempt] of Object.entries(EVERYWHERE)) {
    it(`can ${what} only of members who may do no more than they, in any environment`, async () => {
      const allowed = [];
      for (const target of TARGETS) {
        const { status } = await attempt(target, "sandbox");
        if (status !== 403) expect([target, status]).toEqual([target, expect.toBeOneOf([200, 201, 204])]);
        if (status < 300) allowed.push(target);
      }
      expect(allowed).toEqual(["self", "clerk"]);
    });
  }

  for (const [what, attempt] of Object.entries(IN_ONE)) {
    it(`can ${what} only where they may do something themselves, and of members who may do no more there`, async () => {
      const allowed = [];
      for (const environment of ["sandbox", "production"] as const) {
        for (const target of TARGETS) {
          const { status } = await attempt(target, environment);
          if (status !== 403) expect([target, status]).toEqual([target, 200]);
          if (status < 300) allowed.push(`${target} ${environment}`);
        }
      }
      expect(allowed).toEqual(["self sandbox", "clerk sandbox", "buyer sandbox"]);
    });
  }

  it("finds the tokens of members who may do no more than they, and their own", async () => {
    const owners = new Map<string, Target>();
    for (const target of TARGETS) owners.set(await newToken(await newTarget(target)), target);
    const { json } = await ask(listTokens, {});
    const found = accessTokensViewSchema.parse(json).tokens.flatMap(({ id }) => owners.get(id) ?? []);
    expect(found.toSorted()).toEqual(["clerk", "self"]);
  });

  it("confirms that it's them before they revoke a token that is not theirs, and ends their own at once", async () => {
    await stack.program.db
      .update(sessions)
      .set({ reauthenticatedAt: null })
      .where(eq(sessions.memberId, manager.id));
    const revoke = async (owner: Member) =>
      (await ask(revokeToken, { method: "DELETE", params: { tokenId: await newToken(owner) } })).json.type;
    expect(await revoke(await newTarget("clerk"))).toBe("reauthentication-required");
    expect(await revoke(manager)).toBeUndefined();
    cookie = await stack.signIn(manager);
  });

  it("changes and reads nothing of an environment in which their role may do nothing", async () => {
    const url = "https://93.184.216.34/hook";
    for (const environment of ["sandbox", "production"] as const) await stack.stock(environment, 1);
    const tries: Record<string, (environment: Environment) => Promise<Answer>> = {
      "read the limits": (environment) => ask(listLimits, {}, environment),
      "read the limits of products": (environment) => ask(listProductLimits, {}, environment),
      "set the limit of a product": (environment) =>
        ask(
          setProductLimit,
          { method: "PUT", body: { productId: 1, codes: 5, reason: "Test" } },
          environment,
        ),
      "set the balance to warn at": (environment) =>
        ask(setWalletLimit, { method: "PUT", body: { currency: "EUR", amount: 1 } }, environment),
      "read the webhooks": (environment) => ask(listWebhooks, {}, environment),
      "add a webhook": (environment) =>
        ask(addWebhook, { method: "POST", body: { url, kinds: ["order.partial"] } }, environment),
    };
    for (const [what, attempt] of Object.entries(tries)) {
      const answers = [await attempt("sandbox"), await attempt("production")].map(
        ({ status }) => status < 300,
      );
      expect([what, ...answers]).toEqual([what, true, false]);
    }
  });

  it("finds nothing of what is recorded in an environment in which their role may do nothing, whichever the request names", async () => {
    const at = stack.now();
    const { db } = stack.program;
    for (const environment of ["sandbox", "production"] as const) {
      const message = `canary-${environment}`;
      await db
        .insert(serviceCalls)
        .values({ environment, at, operation: "wallet", message, durationMs: 1, failure: "rejected" });
      const refusal = { statusCode: 403, error: "Forbidden", message };
      const state = { orderingRefusal: refusal, orderingRefusedAt: at };
      await db
        .insert(serviceState)
        .values({ environment, ...state })
        .onConflictDoUpdate({ target: serviceState.environment, set: state });
      await db.insert(catalogSyncRuns).values({ environment, startedAt: at, failedAt: at, failure: message });
      const currency = message.toUpperCase();
      await db
        .insert(walletBalances)
        .values({ environment, currency, at, lastSeenAt: at, available: 1, amounts: [], source: "wallet" });
    }
    const found = async (as: string) => {
      const canaries = new Set<string>();
      for (const environment of ["sandbox", "production"] as const)
        for (const handler of [readState, listCalls, listConnections, readUnits]) {
          const { json } = await ask(handler, { cookie: as }, environment);
          for (const [canary] of JSON.stringify(json).matchAll(/canary-\w+/gi))
            canaries.add(canary.toLowerCase());
        }
      return [...canaries].toSorted();
    };
    const admin = await stack.signIn(await stack.addMember("admin"));
    expect(await found(admin)).toEqual(["canary-production", "canary-sandbox"]);
    expect(await found(cookie)).toEqual(["canary-sandbox"]);
    const tested = await ask(testKey, { method: "POST", body: { slot: "first" } }, "production");
    expect([tested.status, tested.json.type]).toEqual([403, "forbidden"]);
  });
});
