import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { totpEnrolmentSchema } from "#lib/contracts/team/secondFactor.ts";
import { SECOND } from "#lib/time/instant.ts";
import { openHalfSession } from "#server/auth/secondFactor/halfSession.ts";
import { SESSION_LIFETIME_MS } from "#server/auth/sessions/limits.ts";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { sessionCookie } from "#server/auth/sessions/sessionCookie.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { FIRST_FACTOR_MS } from "#server/context/requireRecentSignIn.ts";
import { allowFirstFactor } from "#server/team/allowFirstFactor.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { members } from "#server/db/schema/members.ts";
import { POST as confirmRoute } from "#app/api/session/confirm/route.ts";
import { POST as newPasskeyRoute } from "#app/api/settings/second-factor/passkeys/challenge/route.ts";
import { POST as newCodesRoute } from "#app/api/settings/second-factor/recovery-codes/route.ts";
import { POST as enrolRoute, PUT as confirmTotpRoute } from "#app/api/settings/second-factor/totp/route.ts";
import { PUT as rulesRoute } from "#app/api/settings/security/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { complete, enrol, newCookies } from "#tests/support/secondFactorWorld.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram();
});
afterAll(() => testProgram.close());

const NO_RULES = { secondFactorRoles: [], confirmWithPassword: false, confirmProduction: false };
const rules = (cookie: string, body: object) => testProgram.call(rulesRoute, { method: "PUT", cookie, body });
const begin = (cookie: string) => testProgram.call(enrolRoute, { method: "POST", cookie });
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

/** The cookie of a member whose provider did not say when it authenticated them. */
async function comeUntold(
  { id }: Pick<Member, "id">,
  authenticatedAt: number | null = null,
): Promise<string> {
  const client = { userAgent: null, address: null };
  const signIn = { by: "identity provider", authenticatedAt, ...client } as const;
  const sid = await openSession(testProgram.program, id, signIn);
  return pairOf(await sessionCookie(getAuthSettings(), { sub: id, sid }, SESSION_LIFETIME_MS));
}

async function withoutPassword(): Promise<Member> {
  const member = await testProgram.addMember("admin");
  await testProgram.program.db.update(members).set({ passwordHash: null }).where(eq(members.id, member.id));
  return member;
}

describe("a member without a password whose identity provider does not say when it saw them", () => {
  it("adds no second factor, however young the session is, until the operator lets them", async () => {
    const member = await withoutPassword();
    const before = await comeUntold(member);
    for (const asked of [await rules(before, NO_RULES), await begin(before)]) {
      expect([asked.status, asked.json.reauthenticate]).toEqual([403, "sign-in"]);
      expect(asked.json.detail).toContain("doesn't say when it last saw you");
    }
    expect((await testProgram.call(newPasskeyRoute, { method: "POST", cookie: before })).status).toBe(403);
    testProgram.advance(SECOND);
    await allowFirstFactor(operatorRequest(testProgram.program), { memberId: member.id });
    // A session opened before that may have been copied: only one opened from now on is accepted.
    expect((await begin(before)).status).toBe(403);
    const cookie = await comeUntold(member);
    expect((await rules(cookie, NO_RULES)).status).toBe(403);
    expect((await testProgram.call(newPasskeyRoute, { method: "POST", cookie })).status).not.toBe(403);
    const { secret: key } = totpEnrolmentSchema.parse((await begin(cookie)).json);
    const body = { code: codeOf(key, testProgram.now()) };
    const added = await testProgram.call(confirmTotpRoute, { method: "PUT", cookie, body });
    expect(added.status).toBe(200);
    const renewed = newCookies(added);
    // The permission was for the first factor only: the new session has confirmed nothing yet, however new it is.
    const next = [await rules(renewed, NO_RULES), await begin(renewed)];
    expect(next.map(({ json }) => json.reauthenticate)).toEqual(["second-factor", "second-factor"]);
    testProgram.advance(60 * SECOND);
    const proof = { code: codeOf(key, testProgram.now()) };
    const confirmed = await testProgram.call(confirmRoute, {
      method: "POST",
      cookie: renewed,
      body: { proof },
    });
    expect(confirmed.status).toBe(204);
    expect((await rules(renewed, NO_RULES)).status).toBe(200);
  });

  it("is let in for an hour, and for nothing but the first factor", async () => {
    const member = await withoutPassword();
    await allowFirstFactor(operatorRequest(testProgram.program), { memberId: member.id });
    const cookie = await comeUntold(member);
    expect((await testProgram.call(newCodesRoute, { method: "POST", cookie })).status).toBe(403);
    expect((await begin(cookie)).status).toBe(200);
    testProgram.advance(FIRST_FACTOR_MS);
    expect((await begin(cookie)).status).toBe(403);
    expect((await begin(await comeUntold(member))).status).toBe(403);
  });

  it("is asked to sign out at the provider if it says that it saw them long ago", async () => {
    const member = await withoutPassword();
    const cookie = await comeUntold(member, testProgram.now() - DEFAULT_REVEAL_LIMITS.reauthenticationMs);
    const asked = await begin(cookie);
    expect([asked.status, asked.json.detail]).toEqual([403, expect.stringContaining("sign out there first")]);
  });

  it("is not let in once there is a factor to confirm by", async () => {
    const { member } = await enrol(testProgram, await testProgram.addMember("buyer"));
    await expect(
      allowFirstFactor(operatorRequest(testProgram.program), { memberId: member.id }),
    ).rejects.toThrow("already has a second factor");
  });
});

describe("a member who comes by single sign-on and has a password", () => {
  it("confirms by it before adding a factor", async () => {
    const asked = await begin(await comeUntold(await testProgram.addMember("buyer")));
    expect([asked.status, asked.json.reauthenticate]).toEqual([403, "password"]);
  });

  it("is asked for it too if the account wants that: a code at sign-in has confirmed only half", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("admin"));
    const half = { memberId: one.member.id, by: "identity provider", providerSession: null } as const;
    const signIn = async () => {
      const cookie = pairOf(await openHalfSession(testProgram.program, getAuthSettings(), half));
      const answer = await complete(testProgram, cookie, { code: codeOf(one.key, testProgram.now()) });
      testProgram.advance(60 * SECOND);
      return newCookies(answer);
    };
    const free = await signIn();
    expect((await rules(free, { ...NO_RULES, confirmWithPassword: true })).status).toBe(200);
    const asked = await rules(await signIn(), NO_RULES);
    expect([asked.status, asked.json.factors]).toMatchObject([403, { totp: true, password: true }]);
    await rules(free, NO_RULES);
  });
});
