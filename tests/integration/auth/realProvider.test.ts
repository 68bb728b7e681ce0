import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { disableLapsedMembers } from "#server/auth/identityProvider/disableLapsedMembers.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { auditRecords, signInFailures } from "#server/db/schema/audit.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { route } from "#server/route/route.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { accessTokensViewSchema, createdTokenSchema } from "#lib/contracts/accessTokens.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { GET as tokensRoute, POST as createTokenRoute } from "#app/api/settings/tokens/route.ts";
import { POST as logoutRoute } from "#app/api/auth/backchannel-logout/route.ts";
import {
  CLIENT,
  startOidcProvider,
  type Jar,
  type OidcProvider,
  type Person,
} from "#tests/support/oidcProvider.ts";
import {
  cookiesOf,
  createTestProgram,
  csrfAnswerSchema,
  DASHBOARD_HOST,
  type TestProgram,
} from "#tests/support/testProgram.ts";

/** The configuration of the desk's provider. */
function oidc(): OidcSettings {
  const configured = getAuthSettings().oidc;
  if (configured === null) throw new Error("There is no identity provider.");
  return configured;
}

/** A role that the partner has made. */
const CASHIER = randomUUID();

let provider: OidcProvider;
let testProgram: TestProgram;
/** The dashboard's answers to the provider's logout tokens. */
const logouts: number[] = [];

beforeAll(async () => {
  provider = await startOidcProvider({
    redirectUri: `http://${DASHBOARD_HOST}/api/auth/callback/oidc`,
    logOut: async (request) => {
      const answer = await logoutRoute(request);
      logouts.push(answer.status);
      return answer;
    },
  });
  testProgram = await createTestProgram({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_SCOPE: "openid email profile groups",
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ROLE_MAPPING: JSON.stringify([
      ["desk-admins", "admin"],
      ["sales", "buyer"],
      ["helpdesk", "support"],
      ["cashiers", CASHIER],
    ]),
    OIDC_NEW_MEMBER_DOMAINS: "joining.example",
  });
});
afterAll(async () => {
  await testProgram.close();
  await provider.close();
});

const whoAmI = route({
  permission: null,
  handle: ({ request }) => ({ id: request.actor.id, role: request.actor.role }),
});
const me = async (cookie: string) => (await testProgram.call(whoAmI, { cookie })).json;

let count = 0;
const personOf = (email: string, groups: string[]): Person => ({
  sub: `person-${(count += 1)}`,
  email,
  email_verified: true,
  name: "Petra Provider",
  groups,
});

type Change = (callback: URL) => void;

/** Signs in through the provider's own addresses, in a browser that keeps its cookies. */
async function signIn(person: Person, jar: Jar = new Map(), change: Change = () => undefined, query = "") {
  provider.person = person;
  const csrf = await testProgram.auth("csrf");
  const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
  const left = await testProgram.auth(`signin/oidc${query}`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, json: "true", callbackUrl: `http://${DASHBOARD_HOST}/orders` }),
  });
  const { url } = z.object({ url: z.string() }).parse(await left.json());
  const callback = await provider.authorise(new URL(url), jar);
  change(callback);
  const response = await testProgram.auth(`callback/oidc${callback.search}`, {
    headers: { cookie: cookiesOf(left), "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  return { session: cookiesOf(response), location: response.headers.get("location") ?? "", callback, jar };
}

async function recorded(memberId: string, action: AuditAction) {
  const rows = await testProgram.program.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.memberId, memberId), eq(auditRecords.action, action)));
  return rows.map(({ actorId, details }) => ({ actorId, ...details }));
}

describe("signing in through a real provider", () => {
  it("finds it by discovery, with state, nonce and PKCE, and reads address and groups wherever it states them", async () => {
    const member = await testProgram.addMember("support");
    const { session, location } = await signIn(personOf(member.email, ["all", "helpdesk"]));
    expect(location).toBe(`http://${DASHBOARD_HOST}/orders`);
    expect(await me(session)).toEqual({ id: member.id, role: "support" });
  });

  it("signs nobody in by a code or a state of another sign-in", async () => {
    const person = personOf((await testProgram.addMember("support")).email, ["helpdesk"]);
    const other = await signIn(person, new Map(), (callback) =>
      callback.searchParams.set("state", "x".repeat(43)),
    );
    expect(other.session).not.toContain("session-token");
    const stolen = other.callback.searchParams.get("code") ?? "";
    const { session } = await signIn(person, new Map(), ({ searchParams }) =>
      searchParams.set("code", stolen),
    );
    expect(session).not.toContain("session-token");
  });

  it("asks again for who is signed in there, and the provider says that it has just seen them", async () => {
    const member = await testProgram.addMember("support");
    const person = personOf(member.email, ["helpdesk"]);
    const { jar, session } = await signIn(person);
    await testProgram.program.db.update(members).set({ passwordHash: null }).where(eq(members.id, member.id));
    const again = await signIn(person, jar, undefined, "?reauthenticate=1");
    expect([await me(session), await me(again.session)]).toMatchObject([
      { id: member.id },
      { id: member.id },
    ]);
    expect(testProgram.logged.join("\n")).not.toContain("sent no auth_time");
  });
});

describe("roles by the groups of the provider", () => {
  it("are applied at each sign-in: a change ends the other sessions at once, and is recorded", async () => {
    const member = await testProgram.addMember("support");
    const byPassword = await testProgram.signIn(member);
    const person = personOf(member.email, ["helpdesk"]);
    const first = await signIn(person);
    expect(await me(byPassword)).toMatchObject({ role: "support" });

    const second = await signIn({ ...person, groups: ["helpdesk", "sales"] });
    expect(await me(second.session)).toEqual({ id: member.id, role: "buyer" });
    for (const cookie of [byPassword, first.session])
      expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
    expect(await recorded(member.id, "member.role-changed")).toEqual([
      { actorId: null, from: "support", to: "buyer", by: "identity provider" },
    ]);
    // The same groups again change nothing, and end no session.
    await signIn({ ...person, groups: ["sales"] });
    expect(await me(second.session)).toMatchObject({ role: "buyer" });
  });

  it("can be roles of one's own, as long as they exist", async () => {
    const member = await testProgram.addMember("support");
    const person = personOf(member.email, ["cashiers"]);
    expect((await signIn(person)).location).toContain("error=NoRole");
    await testProgram.program.db.insert(customRoles).values({
      id: CASHIER,
      name: "Cashier",
      nameKey: "cashier",
      accountGrants: [],
      sandboxGrants: ["orders.read"],
      productionGrants: [],
      version: 1,
      createdAt: testProgram.now(),
      updatedAt: testProgram.now(),
    });
    expect(await me((await signIn(person)).session)).toMatchObject({ role: CASHIER });
  });

  it("let nobody in who has none of them, and end what is open", async () => {
    const member = await testProgram.addMember("support");
    const person = personOf(member.email, ["helpdesk"]);
    const { session } = await signIn(person);
    for (const groups of [[], ["Helpdesk"], ["all"]]) {
      const refused = await signIn({ ...person, groups });
      expect(refused.session).not.toContain("session-token");
      expect(refused.location).toContain("/sign-in?error=NoRole");
    }
    expect((await testProgram.call(whoAmI, { cookie: session })).status).toBe(401);
    expect(await recorded(member.id, "member.disabled")).toEqual([
      { actorId: null, by: "identity provider", sessionsEnded: 1 },
    ]);
    const [failure] = await testProgram.program.db
      .select()
      .from(signInFailures)
      .where(eq(signInFailures.memberId, member.id));
    expect(failure).toMatchObject({ reason: "no role at the identity provider", count: 3 });
  });

  it("end everything of a member who has none any more, access tokens and passwords too, until one comes back", async () => {
    const member = await testProgram.addMember("support");
    const person = personOf(member.email, ["sales"]);
    const { session } = await signIn(person);
    const answer = await testProgram.call(createTokenRoute, {
      method: "POST",
      cookie: session,
      body: { kind: "personal", name: "ERP", scopes: ["orders.place", "codes.reveal"], expiresInDays: 30 },
    });
    const { secret } = createdTokenSchema.parse(answer.json);
    const byToken = async () =>
      (await testProgram.call(ordersRoute, { headers: { authorization: `Bearer ${secret}` } })).status;
    const byPassword = async () => (await testProgram.attempt(member)).status;
    expect([await byToken(), await byPassword()]).toEqual([200, 200]);

    await signIn({ ...person, groups: [] });
    expect([await byToken(), await byPassword()]).toEqual([401, 401]);

    const back = await signIn({ ...person, groups: ["helpdesk"] });
    expect(await me(back.session)).toEqual({ id: member.id, role: "support" });
    expect(await byToken()).toBe(200);
    expect(await recorded(member.id, "member.enabled")).toEqual([
      { actorId: null, by: "identity provider", from: "buyer", to: "support" },
    ]);
  });

  it("enable nobody whom an administrator has disabled, before or after losing the groups", async () => {
    const operator = operatorRequest(testProgram.program);
    const [before, after] = [await testProgram.addMember("support"), await testProgram.addMember("support")];
    const persons = [personOf(before.email, ["helpdesk"]), personOf(after.email, ["helpdesk"])] as const;
    for (const person of persons) await signIn(person);
    await changeMember(operator, { memberId: before.id, disabled: true });
    for (const person of persons) await signIn({ ...person, groups: [] });
    await changeMember(operator, { memberId: after.id, disabled: true });
    for (const person of persons) expect((await signIn(person)).session).not.toContain("session-token");
    await changeMember(operator, { memberId: after.id, disabled: false });
    expect(await me((await signIn(persons[1])).session)).toMatchObject({ id: after.id });
  });

  it("never take the role of the last administrator", async () => {
    const one = await testProgram.addMember("admin");
    const person = personOf(one.email, ["sales"]);
    const { session } = await signIn(person);
    expect(await me(session)).toMatchObject({ role: "admin" });
    expect(await recorded(one.id, "member.role-kept")).toMatchObject([{ role: "admin", mapped: "buyer" }]);
    const other = await testProgram.addMember("admin");
    const changed = await signIn(person);
    expect(await me(changed.session)).toMatchObject({ role: "buyer" });
    await changeMember(operatorRequest(testProgram.program), { memberId: one.id, role: "admin" });
    await changeMember(operatorRequest(testProgram.program), { memberId: other.id, disabled: true });
    expect(await me((await signIn({ ...person, groups: [] })).session)).toMatchObject({ role: "admin" });
  });
});

describe("members by their first sign-in", () => {
  it("are those of a listed domain with a verified address, with the role of their groups", async () => {
    const { session } = await signIn(personOf("New@Joining.Example", ["sales"]));
    const { id, role } = z.object({ id: z.string(), role: z.string() }).parse(await me(session));
    expect(role).toBe("buyer");
    expect(await recorded(id, "member.added")).toEqual([
      { actorId: null, role: "buyer", by: "identity provider" },
    ]);
    const [member] = await testProgram.program.db.select().from(members).where(eq(members.id, id));
    expect(member).toMatchObject({
      email: "new@joining.example",
      name: "Petra Provider",
      passwordHash: null,
    });
  });

  it("are nobody else", async () => {
    const disabled = await signIn(personOf("disabled@joining.example", ["sales"]));
    const { id } = z.object({ id: z.string() }).parse(await me(disabled.session));
    await changeMember(operatorRequest(testProgram.program), { memberId: id, disabled: true });
    for (const person of [
      { ...personOf("unverified@joining.example", ["sales"]), email_verified: false },
      personOf("deeper@sub.joining.example", ["sales"]),
      personOf("a@joining.example@elsewhere.example", ["sales"]),
      personOf("someone@elsewhere.example", ["sales"]),
      personOf("disabled@joining.example", ["sales"]),
      personOf("no.group@joining.example", ["all"]),
    ]) {
      expect((await signIn(person)).session).not.toContain("session-token");
    }
    const rows = await testProgram.program.db.select({ email: members.email }).from(members);
    const joined = rows.filter(({ email }) => email.includes("joining") || email.includes("elsewhere"));
    expect(joined.map(({ email }) => email).toSorted()).toEqual([
      "disabled@joining.example",
      "new@joining.example",
    ]);
  });
});

describe("signing out at a real provider", () => {
  it("signs out here at once what that session had opened, and nothing else", async () => {
    const member = await testProgram.addMember("support");
    const person = personOf(member.email, ["helpdesk"]);
    const [desktop, phone] = [await signIn(person), await signIn(person)];
    await provider.signOut(desktop.jar);
    expect(logouts).toEqual([200]);
    expect((await testProgram.call(whoAmI, { cookie: desktop.session })).status).toBe(401);
    expect(await me(phone.session)).toMatchObject({ id: member.id });
    expect(await recorded(member.id, "member.signed-out-by-provider")).toEqual([
      { actorId: null, sessionsEnded: 1 },
    ]);
  });
});

describe("members who were removed at the provider, and never sign in again", () => {
  it("are disabled after 90 days without a sign-in there, and with them the tokens of their programs, until they sign in", async () => {
    const [gone, here] = [await testProgram.addMember("support"), await testProgram.addMember("support")];
    // Nobody whom the provider knows.
    const [byOwnPassword, admin] = [
      await testProgram.addMember("support"),
      await testProgram.addMember("admin"),
    ];
    const person = personOf(gone.email, ["sales"]);
    const stays = personOf(here.email, ["sales"]);
    const { session } = await signIn(person);
    await signIn(stays);
    const answer = await testProgram.call(createTokenRoute, {
      method: "POST",
      cookie: session,
      body: { kind: "personal", name: "ERP", scopes: ["orders.read"], expiresInDays: 365 },
    });
    const { secret } = createdTokenSchema.parse(answer.json);
    const byToken = async () =>
      (await testProgram.call(ordersRoute, { headers: { authorization: `Bearer ${secret}` } })).status;
    const shown = async (member: { email: string; password: string }) => {
      const { json } = await testProgram.call(tokensRoute, { cookie: await testProgram.signIn(member) });
      return accessTokensViewSchema.parse(json).tokens.find(({ name }) => name === "ERP");
    };
    const [identity] = await testProgram.program.db
      .select()
      .from(memberIdentities)
      .where(eq(memberIdentities.memberId, gone.id));
    const vouchedAt = identity?.vouchedAt ?? 0;
    testProgram.advance(90 * DAY - MINUTE);
    await signIn(stays);
    await disableLapsedMembers(testProgram.program, oidc());
    expect(await byToken()).toBe(200);
    expect(await shown(gone)).toMatchObject({
      isSuspended: false,
      suspendedFrom: toIso(vouchedAt + 90 * DAY),
    });

    testProgram.advance(2 * MINUTE);
    // Those of the other tests, too.
    expect(await disableLapsedMembers(testProgram.program, oidc())).toBeGreaterThan(0);
    expect(await disableLapsedMembers(testProgram.program, oidc())).toBe(0);
    expect([await byToken(), (await testProgram.attempt(gone)).status]).toEqual([401, 401]);
    for (const member of [here, byOwnPassword]) expect((await testProgram.attempt(member)).status).toBe(200);
    expect(await recorded(gone.id, "member.disabled")).toMatchObject([
      { actorId: null, by: "identity provider", lastVouchedFor: toIso(vouchedAt) },
    ]);
    expect(await shown(admin)).toMatchObject({ isSuspended: true });

    // An administrator who enables them vouches for as long.
    await changeMember(operatorRequest(testProgram.program), { memberId: gone.id, disabled: false });
    expect([await byToken(), await disableLapsedMembers(testProgram.program, oidc())]).toEqual([200, 0]);
    testProgram.advance(91 * DAY);
    await signIn(stays);
    expect([await disableLapsedMembers(testProgram.program, oidc()), await byToken()]).toEqual([1, 401]);
    await signIn(person);
    expect(await byToken()).toBe(200);
  });

  it("stay if they are the last administrator, or if roles are not mapped", async () => {
    const one = await testProgram.addMember("support");
    await signIn(personOf(one.email, ["desk-admins"]));
    const other = await testProgram.addMember("support");
    await signIn(personOf(other.email, ["sales"]));
    // Somebody whom only the provider of before knows.
    const former = await testProgram.addMember("support");
    await testProgram.program.db.insert(memberIdentities).values({
      issuer: "https://former.example",
      subject: "1",
      memberId: former.id,
      linkedAt: testProgram.now(),
      vouchedAt: testProgram.now(),
    });
    const administrators = await testProgram.program.db
      .select()
      .from(members)
      .where(eq(members.role, "admin"));
    for (const { id } of administrators.filter((each) => each.id !== one.id))
      await changeMember(operatorRequest(testProgram.program), { memberId: id, disabled: true });
    testProgram.advance(400 * DAY);
    expect(await disableLapsedMembers(testProgram.program, { ...oidc(), roles: null })).toBe(0);
    await disableLapsedMembers(testProgram.program, oidc());
    expect((await testProgram.attempt(one)).status).toBe(200);
    for (const member of [other, former]) expect((await testProgram.attempt(member)).status).toBe(401);
  });
});
