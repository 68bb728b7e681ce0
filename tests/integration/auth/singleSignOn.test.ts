import { addMember } from "#server/team/addMember.ts";
import { unlinkIdentities } from "#server/team/unlinkIdentities.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { auditRecords } from "#server/db/schema/audit.ts";
import { route } from "#server/route/route.ts";
import {
  cookiesOf,
  createTestStack,
  csrfAnswer,
  DESK_HOST,
  type TestStack,
} from "#tests/support/testStack.ts";
import { CLIENT, startIdentityProvider, type Claims, type IdentityProvider } from "./identityProvider.ts";

let provider: IdentityProvider;
let desk: TestStack;
beforeAll(async () => {
  provider = await startIdentityProvider();
  desk = await createTestStack({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  await desk.addMember("admin");
});
afterAll(async () => {
  await desk.close();
  await provider.close();
});

const whoAmI = route({ permission: null, handle: ({ request }) => ({ id: request.actor.id }) });

/** From the desk's sign-in page to the provider. */
async function leave() {
  const csrf = await desk.auth("csrf");
  const { csrfToken } = csrfAnswer.parse(await csrf.json());
  const response = await desk.auth("signin/oidc", {
    method: "POST",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, json: "true", callbackUrl: `http://${DESK_HOST}/orders` }),
  });
  const { url } = z.object({ url: z.string() }).parse(await response.json());
  return { authorisation: new URL(url), cookie: cookiesOf(response) };
}

/** And back from there, as the browser comes: a navigation from another site. */
async function comeBack(claims: Claims, change: (query: URLSearchParams) => void = () => undefined) {
  const { authorisation, cookie } = await leave();
  const query = new URLSearchParams({
    code: provider.consent(authorisation, claims),
    state: authorisation.searchParams.get("state") ?? "",
  });
  change(query);
  const response = await desk.auth(`callback/oidc?${query.toString()}`, {
    headers: { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  return { response, session: cookiesOf(response) };
}

test("the provider is asked with state, nonce and PKCE, and only for our own address", async () => {
  const { authorisation } = await leave();
  expect(authorisation.origin).toBe(provider.issuer);
  expect(Object.fromEntries(authorisation.searchParams)).toMatchObject({
    client_id: CLIENT.id,
    response_type: "code",
    redirect_uri: `http://${DESK_HOST}/api/auth/callback/oidc`,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/.{43}/),
    state: expect.stringMatching(/.{40}/),
    nonce: expect.stringMatching(/.{40}/),
  });
});

test("a member whom the provider vouches for is signed in and lands where they wanted to go", async () => {
  const member = await desk.addMember("buyer");
  const { response, session } = await comeBack({
    sub: "1",
    email: member.email.toUpperCase(),
    email_verified: true,
  });
  expect([response.status, response.headers.get("location")]).toEqual([302, `http://${DESK_HOST}/orders`]);
  expect((await desk.call(whoAmI, { cookie: session })).json).toEqual({ id: member.id });
  const records = await desk.program.db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.actorId, member.id));
  expect(records).toMatchObject([
    { action: "member.identity-linked", details: { issuer: provider.issuer } },
    { action: "member.signed-in", details: { by: "identity provider" } },
  ]);
});

test("nobody becomes a member by signing in, and no doubtful address is believed", async () => {
  const member = await desk.addMember("buyer");
  const disabled = await desk.addMember("buyer");
  await changeMember(operatorRequest(desk.program), { memberId: disabled.id, disabled: true });
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

test("after the first sign-in only issuer and subject count, whoever has the address then", async () => {
  const member = await desk.addMember("buyer");
  const first = await comeBack({ sub: "10", email: member.email, email_verified: true });
  expect(first.session).toContain("session-token");
  // Somebody else was given the address.
  const heir = await comeBack({ sub: "11", email: member.email, email_verified: true });
  expect(heir.session).not.toContain("session-token");
  // The member's own address has changed, or the provider says nothing about it.
  for (const claims of [{ sub: "10", email: "renamed@partner.example" }, { sub: "10" }]) {
    const { session } = await comeBack(claims);
    expect((await desk.call(whoAmI, { cookie: session })).json).toEqual({ id: member.id });
  }
  await changeMember(operatorRequest(desk.program), { memberId: member.id, disabled: true });
  expect((await comeBack({ sub: "10" })).session).not.toContain("session-token");
});

test("two accounts at once with one address link only one of them", async () => {
  const member = await desk.addMember("buyer");
  const claims = (sub: string) => ({ sub, email: member.email, email_verified: true });
  const outcomes = await Promise.all(["12", "13", "14"].map((sub) => comeBack(claims(sub))));
  expect(outcomes.filter(({ session }) => session.includes("session-token"))).toHaveLength(1);
});

test("an account that was made again can be linked after the operator has unlinked the old one", async () => {
  const member = await desk.addMember("buyer");
  const claims = (sub: string) => ({ sub, email: member.email, email_verified: true });
  const { session } = await comeBack(claims("15"));
  const unlinked = await unlinkIdentities(operatorRequest(desk.program), { memberId: member.id });
  expect(unlinked).toEqual({ unlinked: 1 });
  expect((await desk.call(whoAmI, { cookie: session })).status).toBe(401);
  expect((await comeBack(claims("16"))).session).toContain("session-token");
  expect((await comeBack(claims("15"))).session).not.toContain("session-token");
});

test("an invited member who comes by single sign-on needs no one-time password", async () => {
  const input = { email: "invited@partner.example", name: "Invited", role: "buyer" as const };
  const { password } = await addMember(operatorRequest(desk.program), input);
  const { session } = await comeBack({ sub: "17", email: input.email, email_verified: true });
  expect((await desk.call(whoAmI, { cookie: session })).status).toBe(200);
  const byPassword = await desk.attempt({ email: input.email, password: password ?? "" });
  expect(byPassword.status).toBe(401);
});

test("an answer that was not asked for, or not by this browser, signs nobody in", async () => {
  const { email } = await desk.addMember("buyer");
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
  // The code and state of a whole sign-in are worth nothing without the cookies it began with.
  const { authorisation } = await leave();
  const stolen = new URLSearchParams({
    code: provider.consent(authorisation, claims),
    state: authorisation.searchParams.get("state") ?? "",
  });
  const response = await desk.auth(`callback/oidc?${stolen.toString()}`);
  expect(cookiesOf(response)).not.toContain("session-token");
});

test("neither the client's secret nor a token reaches the log", () => {
  const log = desk.logged.join("\n");
  expect(log).not.toContain(CLIENT.secret);
  expect(log).not.toContain("eyJ");
});
