import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { secondFactorViewSchema, shownRecoveryCodesSchema } from "#lib/contracts/team/secondFactor.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { lockMember } from "#server/auth/sessions/lockMember.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { passkeys } from "#server/db/schema/secondFactor.ts";
import { route, type RouteHandler } from "#server/route/route.ts";
import { POST as confirmRoute } from "#app/api/session/confirm/route.ts";
import { POST as confirmChallengeRoute } from "#app/api/session/confirm/challenge/route.ts";
import { GET as factorRoute } from "#app/api/settings/second-factor/route.ts";
import { POST as addRoute } from "#app/api/settings/second-factor/passkeys/route.ts";
import { POST as newRoute } from "#app/api/settings/second-factor/passkeys/challenge/route.ts";
import { DELETE as removeRoute } from "#app/api/settings/second-factor/passkeys/[passkeyId]/route.ts";
import { POST as newCodesRoute } from "#app/api/settings/second-factor/recovery-codes/route.ts";
import { PUT as rulesRoute } from "#app/api/settings/security/route.ts";
import { POST as aloneRoute } from "#app/api/sign-in/passkey/route.ts";
import { POST as aloneChallengeRoute } from "#app/api/sign-in/passkey/challenge/route.ts";
import { POST as halfChallengeRoute } from "#app/api/sign-in/second-factor/challenge/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { complete, newCookies, signInHalf } from "#tests/support/secondFactorWorld.ts";
import {
  createAuthenticator,
  type Ceremony,
  type SoftAuthenticator,
} from "#tests/support/softAuthenticator.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import {
  createTestProgram,
  DASHBOARD_HOST,
  type Member,
  type TestProgram,
} from "#tests/support/testProgram.ts";

const ORIGIN = `http://${DASHBOARD_HOST}`;
const RP_ID = "desk.test";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram({ NEXTAUTH_URL: ORIGIN });
});
afterAll(() => testProgram.close());

type Owner = { member: Member; cookie: string; key: SoftAuthenticator; recoveryCodes: string[] };
const optionsSchema = z.object({ challenge: z.string() });
const whoAmI = route({ permission: null, handle: ({ request }) => ({ ...request.actor }) });
const statusOf = async (cookie: string) => (await testProgram.call(whoAmI, { cookie })).status;
const here = (challenge: string, more: Partial<Ceremony> = {}): Ceremony => ({
  challenge,
  origin: ORIGIN,
  rpId: RP_ID,
  ...more,
});

/** A challenge, and the cookies that the browser has with it. */
async function challengeOf(handler: RouteHandler, cookie = "", body?: object) {
  const answer = await testProgram.call(handler, { method: "POST", cookie, body });
  if (answer.status !== 200) throw new Error(`The challenge was answered ${answer.status}`);
  const { challenge } = optionsSchema.parse(answer.json);
  return { challenge, cookie: [cookie, newCookies(answer)].filter(Boolean).join("; "), answer };
}

async function addPasskey(cookie: string, key = createAuthenticator(), how: Partial<Ceremony> = {}) {
  const asked = await challengeOf(newRoute, cookie);
  const body = { name: "Laptop", credential: key.create(here(asked.challenge, how)) };
  return { key, answer: await testProgram.call(addRoute, { method: "POST", cookie: asked.cookie, body }) };
}

async function owner(): Promise<Owner> {
  const member = await testProgram.addMember("admin");
  const { key, answer } = await addPasskey(await testProgram.signIn(member));
  if (answer.status !== 200) throw new Error(`Adding was answered ${answer.status}`);
  const { recoveryCodes } = shownRecoveryCodesSchema.parse(answer.json);
  return { member, key, cookie: newCookies(answer), recoveryCodes: recoveryCodes ?? [] };
}

async function signInAlone(key: SoftAuthenticator, how: Partial<Ceremony> = {}) {
  const { challenge, cookie } = await challengeOf(aloneChallengeRoute, "", {});
  const body = { passkey: key.answer(here(challenge, how)) };
  return testProgram.call(aloneRoute, { method: "POST", cookie, body });
}

describe("a passkey", () => {
  it("is added with a name beside others, brings recovery codes with the first, and ends other sessions", async () => {
    const one = await owner();
    expect(one.recoveryCodes).toHaveLength(10);
    const { answer } = await addPasskey(one.cookie);
    expect(answer.json).toEqual({ recoveryCodes: null });
    expect(await statusOf(one.cookie)).toBe(401);
    const cookie = newCookies(answer);
    const view = secondFactorViewSchema.parse((await testProgram.call(factorRoute, { cookie })).json);
    expect(view.passkeys.map(({ name }) => name)).toEqual(["Laptop", "Laptop"]);
    expect(view.recoveryCodesLeft).toBe(10);
  });

  it("is refused when it was made for another site, or on another challenge", async () => {
    const cookie = await testProgram.signIn(await testProgram.addMember("buyer"));
    const statuses = [
      (await addPasskey(cookie, undefined, { origin: "https://evil.example" })).answer.status,
      (await addPasskey(cookie, undefined, { rpId: "evil.example" })).answer.status,
      (await addPasskey(cookie, undefined, { challenge: "AAAA" })).answer.status,
    ];
    expect(statuses).toEqual([400, 400, 400]);
  });

  it("is the second step after the password, also without its person being verified", async () => {
    const one = await owner();
    const half = await signInHalf(testProgram, one.member);
    const { challenge, cookie } = await challengeOf(halfChallengeRoute, half, {});
    const answer = await complete(testProgram, cookie, {
      passkey: one.key.answer(here(challenge, { verified: false })),
    });
    expect(answer.status).toBe(204);
    expect(await statusOf(newCookies(answer))).toBe(200);
  });

  it("is the second step however many codes were guessed before: it is beyond guessing", async () => {
    const one = await owner();
    const half = await signInHalf(testProgram, one.member);
    for (let n = 0; n < 5; n += 1) await complete(testProgram, half, { code: "000000" });
    expect((await complete(testProgram, half, { code: "000000" })).status).toBe(429);
    const { challenge, cookie } = await challengeOf(halfChallengeRoute, half, {});
    const answer = await complete(testProgram, cookie, { passkey: one.key.answer(here(challenge)) });
    expect(answer.status).toBe(204);
  });

  it("of another member is no second step", async () => {
    const [one, other] = [await owner(), await owner()];
    const half = await signInHalf(testProgram, one.member);
    const { challenge, cookie } = await challengeOf(halfChallengeRoute, half, {});
    const answer = await complete(testProgram, cookie, { passkey: other.key.answer(here(challenge)) });
    expect(answer.status).toBe(400);
  });

  it("confirms that it's you within a session", async () => {
    const one = await owner();
    testProgram.advance(DEFAULT_REVEAL_LIMITS.reauthenticationMs);
    const refused = await testProgram.call(newCodesRoute, { method: "POST", cookie: one.cookie });
    expect([refused.status, refused.json.factors]).toEqual([
      403,
      { totp: false, passkey: true, password: false },
    ]);
    const { challenge, cookie } = await challengeOf(confirmChallengeRoute, one.cookie);
    const body = { proof: { passkey: one.key.answer(here(challenge)) } };
    expect((await testProgram.call(confirmRoute, { method: "POST", cookie, body })).status).toBe(204);
    expect((await testProgram.call(newCodesRoute, { method: "POST", cookie: one.cookie })).status).toBe(200);
  });

  it("signs in alone if it has verified its person, and not otherwise", async () => {
    const one = await owner();
    expect((await signInAlone(one.key, { verified: false })).status).toBe(400);
    const answer = await signInAlone(one.key);
    expect(answer.status).toBe(204);
    expect(await statusOf(newCookies(answer))).toBe(200);
    const records = await testProgram.program.db
      .select({ details: auditRecords.details })
      .from(auditRecords)
      .where(and(eq(auditRecords.memberId, one.member.id), eq(auditRecords.action, "member.signed-in")));
    expect(records).toContainEqual({ details: { by: "passkey", newDevice: true } });
  });

  it("has confirmed nothing yet if the account asks for the password too", async () => {
    const one = await owner();
    const rules = (cookie: string, confirmWithPassword: boolean) =>
      testProgram.call(rulesRoute, {
        method: "PUT",
        cookie,
        body: { secondFactorRoles: [], confirmWithPassword, confirmProduction: false },
      });
    expect((await rules(one.cookie, true)).status).toBe(200);
    const asked = await rules(newCookies(await signInAlone(one.key)), false);
    expect([asked.status, asked.json.factors]).toMatchObject([403, { passkey: true, password: true }]);
    expect((await rules(one.cookie, false)).status).toBe(200);
    expect((await rules(newCookies(await signInAlone(one.key)), false)).status).toBe(200);
  });

  it("that nobody has, was removed, or belongs to a disabled member signs nobody in", async () => {
    expect((await signInAlone(createAuthenticator())).status).toBe(400);
    const one = await owner();
    const view = secondFactorViewSchema.parse(
      (await testProgram.call(factorRoute, { cookie: one.cookie })).json,
    );
    const params = { passkeyId: view.passkeys[0]?.id ?? "" };
    const removed = await testProgram.call(removeRoute, { method: "DELETE", cookie: one.cookie, params });
    expect(removed.status).toBe(204);
    expect((await signInAlone(one.key)).status).toBe(400);
    const two = await owner();
    const change = { params: { memberId: two.member.id }, body: { disabled: true } };
    const fresh = await testProgram.signIn(await testProgram.addMember("admin"));
    await testProgram.call(memberRoute, { method: "PATCH", cookie: fresh, ...change });
    expect((await signInAlone(two.key)).status).toBe(401);
  });

  it("that is removed while it signs in does not, and neither is ended by a deadlock", async () => {
    const one = await owner();
    const signingIn: Promise<{ status: number }>[] = [];
    await testProgram.program.db.transaction(async (tx) => {
      await lockMember(tx, one.member.id);
      signingIn.push(signInAlone(one.key));
      await untilBlocked(testProgram.program);
      await tx.delete(passkeys).where(eq(passkeys.memberId, one.member.id));
    });
    expect(await Promise.all(signingIn)).toMatchObject([{ status: 400 }]);
  });

  it("whose count goes back is refused: it may be a copy", async () => {
    const one = await owner();
    expect((await signInAlone(one.key, { counter: 5 })).status).toBe(204);
    expect((await signInAlone(one.key, { counter: 5 })).status).toBe(400);
    expect((await signInAlone(one.key, { counter: 4 })).status).toBe(400);
    expect((await signInAlone(one.key, { counter: 6 })).status).toBe(204);
  });
});

describe("a challenge", () => {
  it("is answered once, of 20 times at the same moment", async () => {
    const one = await owner();
    const { challenge, cookie } = await challengeOf(aloneChallengeRoute, "", {});
    const body = { passkey: one.key.answer(here(challenge)) };
    const call = { method: "POST", cookie, body };
    const answers = await Promise.all(Array.from({ length: 20 }, () => testProgram.call(aloneRoute, call)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it("expires after five minutes", async () => {
    const one = await owner();
    const { challenge, cookie } = await challengeOf(aloneChallengeRoute, "", {});
    testProgram.advance(5 * MINUTE);
    const body = { passkey: one.key.answer(here(challenge)) };
    expect((await testProgram.call(aloneRoute, { method: "POST", cookie, body })).status).toBe(409);
  });

  it("counts in the browser that was given it, and for what it was given", async () => {
    const one = await owner();
    const alone = await challengeOf(aloneChallengeRoute, "", {});
    const body = { passkey: one.key.answer(here(alone.challenge)) };
    expect((await testProgram.call(aloneRoute, { method: "POST", cookie: "", body })).status).toBe(409);
    // A challenge for one half-session does not work for another, nor does one for a sign-in work for a half-session.
    const [first, second] = [
      await signInHalf(testProgram, one.member),
      await signInHalf(testProgram, one.member),
    ];
    const { challenge, answer } = await challengeOf(halfChallengeRoute, first, {});
    const moved = `${second}; ${newCookies(answer)}`;
    const proof = { passkey: one.key.answer(here(challenge)) };
    expect((await complete(testProgram, moved, proof)).status).toBe(400);
    const borrowed = `${second}; ${newCookies(alone.answer)}`;
    expect((await complete(testProgram, borrowed, body)).status).toBe(400);
  });

  it("is given to anybody for signing in, and says nothing about members", async () => {
    const before = await testProgram.call(aloneChallengeRoute, { method: "POST", body: {} });
    expect(Object.keys(before.json).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
  });
});
