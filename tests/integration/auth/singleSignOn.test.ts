import { randomUUID } from "node:crypto";
import { addMember } from "#server/team/addMember.ts";
import { unlinkIdentities } from "#server/team/unlinkIdentities.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { complete, enrol, newCookies } from "#tests/support/secondFactorWorld.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { route } from "#server/route/route.ts";
import {
  CLIENT,
  startIdentityProvider,
  type Claims,
  type IdentityProvider,
} from "#tests/support/identityProvider.ts";
import {
  cookiesOf,
  createTestProgram,
  csrfAnswerSchema,
  DASHBOARD_HOST,
  type TestProgram,
} from "#tests/support/testProgram.ts";

let provider: IdentityProvider;
let testProgram: TestProgram;
beforeAll(async () => {
  provider = await startIdentityProvider();
  testProgram = await createTestProgram({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  await testProgram.addMember("admin");
});
afterAll(async () => {
  await testProgram.close();
  await provider.close();
});

const whoAmI = route({ permission: null, handle: ({ request }) => ({ id: request.actor.id }) });

/** A route with the check that revealing codes makes first. */
const reveal = route({
  permission: null,
  handle: async ({ request }) => {
    await requireRecentSignIn(request);
    return { id: request.actor.id };
  },
});

type Journey = { query?: string; callbackUrl?: string; session?: string };

/** Leaves for the provider, from the dashboard's sign-in page or any other. */
async function leave({ query = "", callbackUrl = `http://${DASHBOARD_HOST}/orders` }: Journey = {}) {
  const csrf = await testProgram.auth("csrf");
  const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
  const response = await testProgram.auth(`signin/oidc${query}`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, json: "true", callbackUrl }),
  });
  const { url } = z.object({ url: z.string() }).parse(await response.json());
  return { authorisation: new URL(url), cookie: cookiesOf(response) };
}

/** Comes back from the provider, like a browser: by a navigation from another site. */
async function comeBack(
  claims: Claims,
  change: (query: URLSearchParams) => void = () => undefined,
  journey: Journey = {},
) {
  const { authorisation, cookie: own } = await leave(journey);
  const cookie = journey.session === undefined ? own : `${journey.session}; ${own}`;
  const query = new URLSearchParams({
    code: provider.consent(authorisation, claims),
    state: authorisation.searchParams.get("state") ?? "",
  });
  change(query);
  const response = await testProgram.auth(`callback/oidc?${query.toString()}`, {
    headers: { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  return { response, session: cookiesOf(response) };
}

describe("single sign-on", () => {
  it("the provider is asked with state, nonce and PKCE, and only for our own address", async () => {
    const { authorisation } = await leave();
    expect(authorisation.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorisation.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      response_type: "code",
      redirect_uri: `http://${DASHBOARD_HOST}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/.{43}/),
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    });
  });

  it("a member whom the provider vouches for is signed in and gets to the page they wanted", async () => {
    const member = await testProgram.addMember("buyer");
    const { response, session } = await comeBack({
      sub: "1",
      email: member.email.toUpperCase(),
      email_verified: true,
    });
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `http://${DASHBOARD_HOST}/orders`,
    ]);
    expect((await testProgram.call(whoAmI, { cookie: session })).json).toEqual({ id: member.id });
    const records = await testProgram.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.actorId, member.id));
    expect(records).toMatchObject([
      { action: "member.identity-linked", details: { issuer: provider.issuer } },
      { action: "member.signed-in", details: { by: "identity provider" } },
    ]);
  });

  it("the provider is asked to see the member again before codes are revealed, and to say when it last did", async () => {
    const usual = Object.fromEntries((await leave()).authorisation.searchParams);
    expect([usual.max_age, usual.prompt]).toEqual(["43200", undefined]);
    const again = Object.fromEntries(
      (await leave({ query: "?reauthenticate=1" })).authorisation.searchParams,
    );
    expect(again).toMatchObject({ max_age: "0", prompt: "login" });
    expect(again).not.toHaveProperty("reauthenticate");
  });

  it("codes are revealed after the provider has lately seen the member, whatever else a session says", async () => {
    const member = await testProgram.addMember("buyer");
    await testProgram.program.db.update(members).set({ passwordHash: null }).where(eq(members.id, member.id));
    const claims = (ageMs: number) => ({
      sub: "30",
      email: member.email,
      email_verified: true,
      auth_time: Math.floor((testProgram.now() - ageMs) / SECOND),
    });
    const old = await comeBack(claims(HOUR));
    const refused = await testProgram.call(reveal, { cookie: old.session });
    expect([refused.status, refused.json.reauthenticate]).toEqual([403, "sign-in"]);

    const order = `http://${DASHBOARD_HOST}/orders/A-1`;
    const journey = { query: "?reauthenticate=1", callbackUrl: order, session: old.session };
    // The provider does not ask, or does not say: that is not enough.
    const { auth_time: _untold, ...untold } = claims(0);
    for (const insufficient of [claims(HOUR), untold, { ...untold, auth_time: "now" }]) {
      const { session } = await comeBack(insufficient, undefined, { ...journey, session: "" });
      expect((await testProgram.call(reveal, { cookie: session })).status).toBe(403);
    }
    const fresh = await comeBack(claims(0), undefined, journey);
    expect(fresh.response.headers.get("location")).toBe(order);
    expect((await testProgram.call(reveal, { cookie: fresh.session })).json).toEqual({ id: member.id });
    // The previous session is replaced, because its cookie may have been copied.
    expect((await testProgram.call(whoAmI, { cookie: old.session })).status).toBe(401);

    // A provider whose clock is ahead does not make it last longer.
    const ahead = await comeBack(claims(-HOUR), undefined, { ...journey, session: fresh.session });
    expect((await testProgram.call(reveal, { cookie: ahead.session })).status).toBe(200);
    testProgram.advance(16 * MINUTE);
    expect((await testProgram.call(reveal, { cookie: ahead.session })).status).toBe(403);
    expect((await testProgram.call(whoAmI, { cookie: ahead.session })).status).toBe(200);
  });

  it("a member who has a second factor shows it here too, before there is a session", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const claims = { sub: "40", email: one.member.email, email_verified: true };
    const { response, session: half } = await comeBack(claims);
    expect(response.headers.get("location")).toBe("/second-factor?next=%2Forders");
    expect(half).not.toContain("session-token");
    expect((await testProgram.call(whoAmI, { cookie: half })).status).toBe(401);
    const answer = await complete(testProgram, half, { code: codeOf(one.key, testProgram.now()) });
    expect((await testProgram.call(reveal, { cookie: newCookies(answer) })).json).toEqual({
      id: one.member.id,
    });
  });

  it("another member who signs in in the same browser ends no other member's session", async () => {
    const [one, other] = [await testProgram.addMember("buyer"), await testProgram.addMember("buyer")];
    const first = await comeBack({ sub: "31", email: one.email, email_verified: true });
    const journey = { query: "?reauthenticate=1", session: first.session };
    const second = await comeBack(
      { sub: "32", email: other.email, email_verified: true },
      undefined,
      journey,
    );
    expect((await testProgram.call(whoAmI, { cookie: second.session })).json).toEqual({ id: other.id });
    expect((await testProgram.call(whoAmI, { cookie: first.session })).json).toEqual({ id: one.id });
  });

  it("nobody becomes a member by signing in, and no doubtful address is believed", async () => {
    const member = await testProgram.addMember("buyer");
    const disabled = await testProgram.addMember("buyer");
    await changeMember(operatorRequest(testProgram.program), { memberId: disabled.id, disabled: true });
    for (const claims of [
      { sub: "2", email: "stranger@elsewhere.example" },
      { sub: "3", email: member.email, email_verified: false },
      { sub: "4", email: member.email, email_verified: "false" },
      { sub: "5", email: disabled.email, email_verified: true },
      { sub: "6", email: [member.email] },
      { sub: "9", email: member.email },
      { sub: "7" },
    ]) {
      const { response, session } = await comeBack(claims);
      expect(session).not.toContain("session-token");
      expect(response.headers.get("location")).toContain("error=AccessDenied");
    }
  });

  it("after the first sign-in only issuer and subject count, even if somebody else has the address by then", async () => {
    const member = await testProgram.addMember("buyer");
    const first = await comeBack({ sub: "10", email: member.email, email_verified: true });
    expect(first.session).toContain("session-token");
    // Somebody else was given the address.
    const heir = await comeBack({ sub: "11", email: member.email, email_verified: true });
    expect(heir.session).not.toContain("session-token");
    // The member's own address has changed, or the provider says nothing about it.
    for (const claims of [{ sub: "10", email: "renamed@partner.example" }, { sub: "10" }]) {
      const { session } = await comeBack(claims);
      expect((await testProgram.call(whoAmI, { cookie: session })).json).toEqual({ id: member.id });
    }
    await changeMember(operatorRequest(testProgram.program), { memberId: member.id, disabled: true });
    expect((await comeBack({ sub: "10" })).session).not.toContain("session-token");
  });

  it("two accounts at once with one address link only one of them", async () => {
    const member = await testProgram.addMember("buyer");
    const claims = (sub: string) => ({ sub, email: member.email, email_verified: true });
    const outcomes = await Promise.all(["12", "13", "14"].map((sub) => comeBack(claims(sub))));
    expect(outcomes.filter(({ session }) => session.includes("session-token"))).toHaveLength(1);
  });

  it("an account that was made again can be linked after the operator has unlinked the old one", async () => {
    const member = await testProgram.addMember("buyer");
    const claims = (sub: string) => ({ sub, email: member.email, email_verified: true });
    const { session } = await comeBack(claims("15"));
    const unlinked = await unlinkIdentities(operatorRequest(testProgram.program), { memberId: member.id });
    expect(unlinked).toEqual({ unlinked: 1 });
    expect((await testProgram.call(whoAmI, { cookie: session })).status).toBe(401);
    expect((await comeBack(claims("16"))).session).toContain("session-token");
    expect((await comeBack(claims("15"))).session).not.toContain("session-token");
  });

  it("an invited member who comes by single sign-on needs no one-time password", async () => {
    const input = { email: "invited@partner.example", name: "Invited", role: "buyer" as const };
    const { password } = await addMember(operatorRequest(testProgram.program), input);
    const { session } = await comeBack({ sub: "17", email: input.email, email_verified: true });
    expect((await testProgram.call(whoAmI, { cookie: session })).status).toBe(200);
    const byPassword = await testProgram.attempt({ email: input.email, password: password ?? "" });
    expect(byPassword.status).toBe(401);
  });

  it("an answer that was not asked for, or not by this browser, signs nobody in", async () => {
    const { email } = await testProgram.addMember("buyer");
    const claims = { sub: "8", email, email_verified: true };
    const outcomes = await Promise.all([
      comeBack(claims, (query) => query.set("state", "x".repeat(43))),
      comeBack(claims, (query) => query.delete("state")),
      comeBack(claims, (query) => query.set("code", "a code of somebody else")),
      comeBack({ ...claims, nonce: "of another sign-in" }),
      comeBack({ ...claims, aud: "another client" }),
      comeBack({ ...claims, iss: "https://evil.example" }),
      comeBack({ ...claims, exp: 1 }),
    ]);
    for (const { session, response } of outcomes) {
      expect(session).not.toContain("session-token");
      expect(response.status).toBe(302);
    }
    // The code and state of a sign-in do not work without the cookies with which it began.
    const { authorisation } = await leave();
    const stolen = new URLSearchParams({
      code: provider.consent(authorisation, claims),
      state: authorisation.searchParams.get("state") ?? "",
    });
    const response = await testProgram.auth(`callback/oidc?${stolen.toString()}`);
    expect(cookiesOf(response)).not.toContain("session-token");
  });

  it("neither the client's secret nor a token reaches the log", () => {
    const log = testProgram.logged.join("\n");
    expect(log).not.toContain(CLIENT.secret);
    expect(log).not.toContain("eyJ");
  });
});

describe("two sign-ins that were begun in two tabs", () => {
  const begin = (page: string) => leave({ callbackUrl: `http://${DASHBOARD_HOST}${page}` });
  const claimsOf = async () => {
    const { email } = await testProgram.addMember("buyer");
    return { sub: randomUUID(), email, email_verified: true };
  };
  type Begun = Awaited<ReturnType<typeof leave>>;

  async function returnOf({ authorisation }: Begun, claims: Claims, cookie: string) {
    const query = new URLSearchParams({
      code: provider.consent(authorisation, claims),
      state: authorisation.searchParams.get("state") ?? "",
    });
    const response = await testProgram.auth(`callback/oidc?${query.toString()}`, {
      headers: { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    });
    return { location: response.headers.get("location"), session: cookiesOf(response) };
  }

  /** The cookies of one browser: those of the second tab's sign-in replace those of the first one, but for its target. */
  const both = (first: Begun, second: Begun) => `${second.cookie}; ${first.cookie}`;

  it("lead both to their own pages: the one begun first finds the session of the other", async () => {
    const claims = await claimsOf();
    const [first, second] = [await begin("/orders/new?draft=1"), await begin("/wallet")];
    const done = await returnOf(second, claims, both(first, second));
    expect(done.location).toBe(`http://${DASHBOARD_HOST}/wallet`);
    const other = await returnOf(first, claims, `${done.session}; ${both(first, second)}`);
    expect(other.location).toBe("/orders/new?draft=1");
    expect((await testProgram.call(whoAmI, { cookie: done.session })).status).toBe(200);
  });

  it("lead to the sign-in page that keeps the target, where the one begun first comes back first", async () => {
    const claims = await claimsOf();
    const [first, second] = [await begin("/orders/new"), await begin("/wallet")];
    const early = await returnOf(first, claims, both(first, second));
    expect(early.location).toBe("/sign-in?error=SignInExpired&next=%2Forders%2Fnew");
    expect((await returnOf(second, claims, both(first, second))).location).toBe(
      `http://${DASHBOARD_HOST}/wallet`,
    );
  });

  it("and one that took too long keep the target too, with a session and without", async () => {
    const claims = await claimsOf();
    const begun = await begin("/orders/new");
    const kept = begun.cookie
      .split("; ")
      .filter((cookie) => cookie.startsWith("codedesk-target."))
      .join("; ");
    expect((await returnOf(begun, claims, kept)).location).toBe(
      "/sign-in?error=SignInExpired&next=%2Forders%2Fnew",
    );
    const again = await begin("/orders/new");
    const { session } = await returnOf(again, claims, again.cookie);
    expect((await returnOf(begun, claims, `${session}; ${kept}`)).location).toBe("/orders/new");
  });

  it("keep the target of one that the provider refuses, and lead to no other site", async () => {
    const claims = { ...(await claimsOf()), email_verified: false };
    const begun = await begin("/wallet");
    const { location } = await returnOf(begun, claims, begun.cookie);
    expect(location).toContain("/sign-in?error=AccessDenied&next=%2Fwallet");
    const [name = ""] = begun.cookie.split("; ").filter((cookie) => cookie.startsWith("codedesk-target."));
    const forged = `${name.split("=")[0]}=${encodeURIComponent("https://elsewhere.example/")}`;
    const elsewhere = await returnOf(begun, claims, forged);
    expect(elsewhere.location).toBe("/sign-in?error=SignInExpired");
  });

  it("are remembered ten at a time, so that no head of a request becomes too long", async () => {
    const names: string[] = [];
    let sent = "";
    for (let place = 0; place < 11; place += 1) {
      const { csrfToken, cookie } = await csrfOf();
      const answer = await testProgram.auth("signin/oidc", {
        method: "POST",
        headers: { cookie: `${cookie}; ${sent}` },
        body: new URLSearchParams({
          csrfToken,
          json: "true",
          callbackUrl: `http://${DASHBOARD_HOST}/wallet`,
        }),
      });
      names.push(...answer.headers.getSetCookie().filter((each) => each.startsWith("codedesk-target.")));
      sent = names.map((each) => each.split(";")[0]).join("; ");
    }
    expect(names.filter((each) => each.includes("Max-Age=0"))).toHaveLength(10);
    expect(names.every((each) => each.includes("Path=/api/auth") && each.includes("HttpOnly"))).toBe(true);
  });

  async function csrfOf() {
    const csrf = await testProgram.auth("csrf");
    const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
    return { csrfToken, cookie: cookiesOf(csrf) };
  }
});
