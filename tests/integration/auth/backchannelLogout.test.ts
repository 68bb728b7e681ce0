import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { handleBackchannelLogout } from "#server/auth/identityProvider/handleBackchannelLogout.ts";
import { openHalfSession } from "#server/auth/secondFactor/halfSession.ts";
import { SESSION_LIFETIME_MS } from "#server/auth/sessions/limits.ts";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { sessionCookie } from "#server/auth/sessions/sessionCookie.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { memberIdentities, spentLogoutTokens } from "#server/db/schema/members.ts";
import { route } from "#server/route/route.ts";
import { POST as logoutRoute } from "#app/api/auth/backchannel-logout/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { CLIENT, startIdentityProvider, type IdentityProvider } from "#tests/support/identityProvider.ts";
import { complete, enrol } from "#tests/support/secondFactorWorld.ts";
import {
  createTestProgram,
  DASHBOARD_HOST,
  type Member,
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
});
afterAll(async () => {
  await testProgram.close();
  await provider.close();
});

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";
const whoAmI = route({ permission: null, handle: ({ request }) => ({ id: request.actor.id }) });
const isOpen = async (cookie: string) => (await testProgram.call(whoAmI, { cookie })).status === 200;

/** A member whom the provider knows by their id, with a session opened by its session `sid`. */
async function comeBy(sid: string, of?: Member): Promise<{ member: Member; cookie: string }> {
  const member = of ?? (await testProgram.addMember("buyer"));
  const { id: memberId } = member;
  await testProgram.program.db
    .insert(memberIdentities)
    .values({ issuer: provider.issuer, subject: memberId, memberId, linkedAt: testProgram.now() })
    .onConflictDoNothing();
  const client = { userAgent: null, address: null };
  const signIn = { by: "identity provider", authenticatedAt: null, providerSession: sid, ...client } as const;
  const row = await openSession(testProgram.program, memberId, signIn);
  const token = { sub: memberId, sid: row };
  return { member, cookie: pairOf(await sessionCookie(getAuthSettings(), token, SESSION_LIFETIME_MS)) };
}

/** The claims in a provider's logout tokens. */
const claims = (more: object) => ({
  iss: provider.issuer,
  aud: CLIENT.id,
  iat: Math.floor(testProgram.now() / SECOND),
  exp: Math.floor((testProgram.now() + 2 * MINUTE) / SECOND),
  jti: randomUUID(),
  events: { [EVENT]: {} },
  ...more,
});

function logOut(token: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ logout_token: token });
  return send(body, headers);
}

function send(body: URLSearchParams | string, headers: Record<string, string> = {}) {
  const address = `http://${DASHBOARD_HOST}/api/auth/backchannel-logout`;
  return logoutRoute(new Request(address, { method: "POST", headers, body }));
}

describe("a logout token", () => {
  it("ends the sessions of the provider's session, and sign-ins that wait for a second factor", async () => {
    const [one, other] = [await comeBy("sid-1"), await comeBy("sid-2")];
    const elsewhere = await comeBy("sid-3", one.member);
    const factor = await enrol(testProgram, await testProgram.addMember("buyer"));
    await testProgram.program.db.insert(memberIdentities).values({
      issuer: provider.issuer,
      subject: factor.member.id,
      memberId: factor.member.id,
      linkedAt: testProgram.now(),
    });
    const half = { memberId: factor.member.id, by: "identity provider", providerSession: "sid-1" } as const;
    const halfCookie = pairOf(await openHalfSession(testProgram.program, getAuthSettings(), half));

    const answer = await logOut(provider.sign(claims({ sid: "sid-1" }), { typ: "logout+jwt" }));
    expect([answer.status, answer.headers.get("cache-control"), await answer.text()]).toEqual([
      200,
      "no-store",
      "",
    ]);
    expect(await Promise.all([one, other, elsewhere].map(({ cookie }) => isOpen(cookie)))).toEqual([
      false,
      true,
      true,
    ]);
    const late = await complete(testProgram, halfCookie, { code: codeOf(factor.key, testProgram.now()) });
    expect(late.status).toBe(401);
  });

  it("ends everything of an account that it names without a session, also what was opened by password", async () => {
    const { member, cookie } = await comeBy("sid-4");
    const byPassword = await testProgram.signIn(member);
    expect((await logOut(provider.sign(claims({ sub: member.id })))).status).toBe(200);
    expect(await Promise.all([cookie, byPassword].map(isOpen))).toEqual([false, false]);
    const records = await testProgram.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.memberId, member.id));
    expect(records.at(-1)).toMatchObject({
      action: "member.signed-out-by-provider",
      actorId: null,
      details: { sessionsEnded: 2 },
    });
  });

  it("ends nothing of a member whose account is another's", async () => {
    const [one, other] = [await comeBy("sid-5"), await comeBy("sid-6")];
    expect((await logOut(provider.sign(claims({ sub: other.member.id, sid: "sid-5" })))).status).toBe(200);
    expect((await logOut(provider.sign(claims({ sub: "nobody" })))).status).toBe(200);
    expect(await Promise.all([one.cookie, other.cookie].map(isOpen))).toEqual([true, true]);
  });

  it("counts once, of any number at the same time too, and is forgotten when it would be too old", async () => {
    const { member } = await comeBy("sid-7");
    const token = provider.sign(claims({ sub: member.id }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => logOut(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    const { cookie } = await comeBy("sid-7", member);
    const again = await logOut(token);
    expect([again.status, await again.json()]).toMatchObject([
      400,
      { detail: "This logout token was used before." },
    ]);
    expect(await isOpen(cookie)).toBe(true);
    testProgram.advance(8 * MINUTE);
    expect((await logOut(provider.sign(claims({ sub: "nobody" })))).status).toBe(200);
    expect(await testProgram.program.db.select().from(spentLogoutTokens)).toHaveLength(1);
  });

  it("is refused when anything about it is wrong, and ends nothing", async () => {
    const { member, cookie } = await comeBy("sid-8");
    const sub = member.id;
    const seconds = (ms: number) => Math.floor((testProgram.now() + ms) / SECOND);
    const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const good = provider.sign(claims({ sub }));
    const [head = "", content = "", signature = ""] = good.split(".");
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const symmetric = `${encode({ alg: "HS256", kid: "1" })}.${content}`;
    const tokens: Record<string, string> = {
      "another issuer": provider.sign(claims({ sub, iss: "https://evil.example" })),
      "another client": provider.sign(claims({ sub, aud: "another" })),
      "no time": provider.sign(claims({ sub, iat: undefined })),
      "too old": provider.sign(claims({ sub, iat: seconds(-7 * MINUTE), exp: undefined })),
      "of the future": provider.sign(claims({ sub, iat: seconds(3 * MINUTE) })),
      expired: provider.sign(claims({ sub, exp: seconds(-2 * MINUTE) })),
      "no id": provider.sign(claims({ sub, jti: undefined })),
      "no event": provider.sign(claims({ sub, events: {} })),
      "an event that says nothing": provider.sign(claims({ sub, events: { [EVENT]: "yes" } })),
      "an ID token": provider.sign(claims({ sub, events: undefined, nonce: "n" })),
      "with a nonce": provider.sign(claims({ sub, nonce: "n" })),
      "for nobody": provider.sign(claims({})),
      "of another type": provider.sign(claims({ sub }), { typ: "at+jwt" }),
      "signed by a stranger": `${head}.${content}.${sign("sha256", Buffer.from(`${head}.${content}`), stranger).toString("base64url")}`,
      "signed by the client's secret": `${symmetric}.${createHmac("sha256", CLIENT.secret).update(symmetric).digest("base64url")}`,
      unsigned: `${encode({ alg: "none" })}.${content}.`,
      "another content": `${head}.${encode(claims({ sub, jti: "other" }))}.${signature}`,
      "no token": "x",
    };
    for (const [what, token] of Object.entries(tokens)) {
      const answer = await logOut(token);
      expect([what, answer.status, await answer.text()]).toEqual([
        what,
        400,
        expect.not.stringContaining(sub),
      ]);
    }
    const twice = new URLSearchParams([
      ["logout_token", good],
      ["logout_token", good],
    ]);
    const json = { "content-type": "application/json" };
    const large = `logout_token=${"x".repeat(20_000)}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const answers = [
      await send(twice),
      await send(`"${good}"`, json),
      await send(large, form),
      await send("", form),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413, 400]);
    expect(await isOpen(cookie)).toBe(true);
    // The refused token has not used up the good one.
    expect((await logOut(good)).status).toBe(200);
    expect(await isOpen(cookie)).toBe(false);
    expect(testProgram.logged.join("\n")).not.toContain(good);
  });

  it("is not accepted if there is no single sign-on, nor while the provider cannot be asked for its keys", async () => {
    const call = (oidc: ReturnType<typeof getAuthSettings>["oidc"]) => {
      const body = new URLSearchParams({ logout_token: provider.sign(claims({ sub: "nobody" })) });
      const http = new Request(`http://${DASHBOARD_HOST}/api/auth/backchannel-logout`, {
        method: "POST",
        body,
      });
      return handleBackchannelLogout(http, testProgram.program, { ...getAuthSettings(), oidc });
    };
    const { oidc } = getAuthSettings();
    expect((await call(null)).status).toBe(404);
    const unreachable = oidc && { ...oidc, issuer: "http://127.0.0.1:9" };
    expect((await call(unreachable)).status).toBe(400);
    expect((await call(oidc)).status).toBe(200);
  });
});
