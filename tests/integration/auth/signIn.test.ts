import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { eq, like } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members, sessions, signInAttempts } from "#server/db/schema/members.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { stayHere } from "#server/auth/nextAuth/authOptions.ts";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { peerHeader } from "#server/http/peerAddress.ts";
import { route } from "#server/route/route.ts";
import {
  cookiesOf,
  createTestProgram,
  csrfAnswerSchema,
  DASHBOARD_HOST,
  type TestProgram,
} from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram();
  await testProgram.addMember("admin");
});
afterAll(() => testProgram.close());

const whoAmI = route({ permission: null, handle: ({ request }) => ({ ...request.actor }) });
/** A separate client for each test, so that one test's failures do not slow down another. */
let clients = 0;
const anotherClient = () => Object.fromEntries([peerHeader(`192.0.2.${(clients += 1)}`)]);

describe("signing in", () => {
  it("a member signs in with e-mail and password and is known from then on", async () => {
    const member = await testProgram.addMember("buyer", "Bea Buyer");
    const response = await testProgram.attempt({
      email: ` ${member.email.toUpperCase()} `,
      password: member.password,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const session = response.headers.getSetCookie().find((one) => one.includes("session-token")) ?? "";
    expect(session).toMatch(/; HttpOnly/i);
    expect(session).toMatch(/; SameSite=Lax/i);
    expect(session).not.toMatch(/; Secure/i);
    const cookie = cookiesOf(response);
    const answer = await testProgram.call(whoAmI, { cookie });
    expect(answer.json).toEqual({ id: member.id, email: member.email, name: "Bea Buyer", role: "buyer" });
    const shown = await testProgram.auth("session", { headers: { cookie } });
    expect(await shown.json()).toMatchObject({ user: { name: "Bea Buyer", email: member.email } });
  });

  it("the token names the member and the session's row, nothing else about them", async () => {
    const cookie = await testProgram.signIn(await testProgram.addMember("support"));
    const token = /next-auth\.session-token=([^;]+)/.exec(cookie)?.[1];
    const content = await decode({ token, secret: getAuthSettings().secret });
    expect(Object.keys(content ?? {}).toSorted()).toEqual(["exp", "iat", "jti", "sid", "sub"]);
  });

  it("an unknown address, a wrong password and a disabled member are answered alike", async () => {
    const known = await testProgram.addMember("buyer");
    const disabled = await testProgram.addMember("buyer");
    await changeMember(operatorRequest(testProgram.program), { memberId: disabled.id, disabled: true });
    const answers = await Promise.all(
      [
        { email: "nobody@partner.example", password: "not the password" },
        { email: known.email, password: "not the password" },
        disabled,
      ].map(async ({ email, password }) => {
        const response = await testProgram.attempt({ email, password }, anotherClient());
        return [response.status, await response.text(), cookiesOf(response).includes("session-token")];
      }),
    );
    expect(answers[0]?.[0]).toBe(401);
    expect(answers[0]?.[2]).toBe(false);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("signing in and signing out are each audited once", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member);
    const csrf = await testProgram.auth("csrf", { headers: { cookie } });
    const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
    const signOut = () =>
      testProgram.auth("signout", {
        method: "POST",
        headers: { cookie: `${cookie}; ${cookiesOf(csrf)}` },
        body: new URLSearchParams({ csrfToken, json: "true" }),
      });
    await signOut();
    await signOut();
    const records = await testProgram.program.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.memberId, member.id));
    expect(records.map(({ action }) => action)).toEqual([
      "member.added",
      "member.signed-in",
      "member.signed-out",
    ]);
    // A copy of the cookie no longer works.
    expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
    expect(await (await testProgram.auth("session", { headers: { cookie } })).json()).toEqual({});
  });

  it("guessing one address from one client has to wait after eight failures, and waiting ends it", async () => {
    const member = await testProgram.addMember("buyer");
    const client = anotherClient();
    const guess = (password: string) => testProgram.attempt({ email: member.email, password }, client);
    for (let n = 0; n < 8; n += 1) expect((await guess(`wrong guess ${n}`)).status).toBe(401);
    const refused = await guess(member.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
    expect(await refused.json()).toEqual({ url: expect.stringContaining("error=TooManyAttempts") });
    // From elsewhere the owner still gets in.
    expect((await testProgram.attempt({ ...member, id: "" }, anotherClient())).status).toBe(200);
    testProgram.advance(Number(refused.headers.get("retry-after")) * 1_000);
    expect((await guess(member.password)).status).toBe(200);
  });

  it("guessing addresses that nobody has is slowed just the same", async () => {
    const client = anotherClient();
    const guess = () =>
      testProgram.attempt({ email: "ghost@partner.example", password: "wrong guess" }, client);
    for (let n = 0; n < 8; n += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });

  it("a hundred guesses at once get no more tries than one after the other", async () => {
    const member = await testProgram.addMember("buyer");
    const client = anotherClient();
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const response = await testProgram.attempt({ email: member.email, password: `wrong ${n}` }, client);
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(8);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
  });

  it("what is kept of attempts names nobody", async () => {
    await testProgram.attempt({ email: "trace@partner.example", password: "wrong guess" }, anotherClient());
    const rows = await testProgram.program.db.select().from(signInAttempts);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/trace|partner|192\.0\.2/);
  });

  it("passwords are kept as argon2id, and what was typed reaches neither log nor audit", async () => {
    const secret = "a password with canary-4711 in it";
    await testProgram.attempt({ email: `${secret}@partner.example`, password: secret }, anotherClient());
    await testProgram.attempt({ email: "someone@partner.example", password: secret }, anotherClient());
    // Both kinds of passwords, as the program itself stores them.
    const operator = operatorRequest(testProgram.program);
    for (const password of ["a chosen pass phrase", undefined]) {
      const email = `stored-${password === undefined ? "generated" : "chosen"}@partner.example`;
      await addMember(operator, { email, name: "Stored", role: "buyer", password });
    }
    const hashes = await testProgram.program.db
      .select({ hash: members.passwordHash })
      .from(members)
      .where(like(members.email, "stored-%"));
    expect(hashes).toHaveLength(2);
    for (const { hash } of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const audit = await testProgram.program.db.select({ details: auditRecords.details }).from(auditRecords);
    expect(JSON.stringify(audit)).not.toContain("canary-4711");
    expect(testProgram.logged.join("\n")).not.toContain("canary-4711");
  });

  it.each([
    [
      "revoked",
      (id: string) =>
        testProgram.program.db
          .update(sessions)
          .set({ revokedAt: testProgram.now() })
          .where(eq(sessions.memberId, id)),
    ],
    [
      "of a disabled member",
      (id: string) => changeMember(operatorRequest(testProgram.program), { memberId: id, disabled: true }),
    ],
    [
      "over its day",
      (id: string) =>
        testProgram.program.db
          .update(sessions)
          .set({ expiresAt: testProgram.now() })
          .where(eq(sessions.memberId, id)),
    ],
    [
      "idle for two hours",
      (id: string) =>
        testProgram.program.db
          .update(sessions)
          .set({ lastSeenAt: testProgram.now() - 2 * HOUR })
          .where(eq(sessions.memberId, id)),
    ],
  ])("a session that is %s lets nobody in, whatever the token says", async (_, end) => {
    const member = await testProgram.addMember("admin");
    const cookie = await testProgram.signIn(member);
    expect((await testProgram.call(whoAmI, { cookie })).status).toBe(200);
    await end(member.id);
    const answer = await testProgram.call(whoAmI, { cookie });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ type: "unauthenticated", status: 401 });
    expect(await (await testProgram.auth("session", { headers: { cookie } })).json()).toEqual({});
  });

  it("being disabled alone ends a session and opens none, whatever happened to its row", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member);
    await testProgram.program.db
      .update(members)
      .set({ disabledAt: testProgram.now() })
      .where(eq(members.id, member.id));
    expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
    // As if a member were disabled between the check of the password and the opening of the session.
    const opening = openSession(testProgram.program, member.id, {
      userAgent: null,
      address: null,
      by: "password",
      authenticatedAt: testProgram.now(),
    });
    await expect(opening).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  it("being there is written down at most once a minute", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member);
    const lastSeen = async () => {
      const [row] = await testProgram.program.db
        .select()
        .from(sessions)
        .where(eq(sessions.memberId, member.id));
      return row?.lastSeenAt;
    };
    const first = await lastSeen();
    await testProgram.call(whoAmI, { cookie });
    expect(await lastSeen()).toBe(first);
    testProgram.advance(MINUTE);
    await testProgram.call(whoAmI, { cookie });
    expect(await lastSeen()).toBeGreaterThan(first ?? Infinity);
  });

  it("a token made with another secret is worth nothing", async () => {
    const cookie = "next-auth.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z";
    expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
  });

  it("another site cannot sign anybody in or out, nor read who is", async () => {
    for (const [path, method] of [
      ["callback/credentials", "POST"],
      ["signout", "POST"],
      ["session", "GET"],
      ["csrf", "GET"],
    ] as const) {
      const body = method === "POST" ? new URLSearchParams({ email: "a@b.example" }) : undefined;
      for (const [name, value] of [
        ["sec-fetch-site", "cross-site"],
        ["origin", "https://evil.example"],
      ] as const) {
        expect((await testProgram.auth(path, { method, headers: { [name]: value }, body })).status).toBe(403);
      }
    }
  });

  it("a sign-in without its token signs nobody in", async () => {
    const member = await testProgram.addMember("buyer");
    const response = await testProgram.auth("callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ email: member.email, password: member.password, json: "true" }),
    });
    expect(response.status).toBe(403);
    expect(cookiesOf(response)).not.toContain("session-token");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    `blob:http://${DASHBOARD_HOST}/1`,
    "http://[",
    "\u0000",
  ])("a callback address such as %j leads nowhere else", async (callbackUrl) => {
    expect(new URL(stayHere(callbackUrl, `http://${DASHBOARD_HOST}`)).host).toBe(DASHBOARD_HOST);
    const member = await testProgram.addMember("buyer");
    const response = await testProgram.attempt({
      email: member.email,
      password: member.password,
      callbackUrl,
    });
    expect(response.status).toBe(200);
    const { url } = z.object({ url: z.string() }).parse(await response.json());
    expect(new URL(url).host).toBe(DASHBOARD_HOST);
    const query = await testProgram.auth(`signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(query.status).toBe(302);
    expect(query.headers.get("location")).not.toContain("evil");
  });

  it.each(["signout", "verify-request", "_log", "signin/credentials", "callback/oidc/x", "providers/x", ""])(
    "there is nothing at /api/auth/%s to be had",
    async (path) => {
      expect((await testProgram.auth(path, { method: path === "_log" ? "POST" : "GET" })).status).toBe(404);
    },
  );

  it("objects, floods and broken text instead of credentials are refused without a failure of ours", async () => {
    const json = { "content-type": "application/json" };
    const post = (body: string, headers: Record<string, string> = json) =>
      testProgram.auth("callback/credentials", { method: "POST", headers, body });
    expect((await post('{"email":{"$ne":null},"password":["x"],"json":true}')).status).toBe(403);
    expect((await post("{")).status).toBe(400);
    expect((await post("x".repeat(20_000))).status).toBe(413);
    expect((await testProgram.attempt({ email: "x".repeat(9_000), password: "y" })).status).toBe(401);
    expect(testProgram.logged.filter((line) => line.includes("failed"))).toEqual([]);
  });
});
