import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shownRecoveryCodesSchema } from "#lib/contracts/team/secondFactor.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { checkProof } from "#server/auth/secondFactor/checkProof.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { signInFailures } from "#server/db/schema/audit.ts";
import { totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { route } from "#server/route/route.ts";
import { allRoutes } from "#tests/support/allRoutes.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { POST as newCodesRoute } from "#app/api/settings/second-factor/recovery-codes/route.ts";
import { POST as completeRoute } from "#app/api/sign-in/second-factor/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as resetRoute } from "#app/api/team/[memberId]/password/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { createSecondInstance } from "#tests/support/secondInstance.ts";
import { complete, enrol, newCookies, signInHalf, type Enrolled } from "#tests/support/secondFactorWorld.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let other: ReturnType<typeof createSecondInstance>;
let admin: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  other = createSecondInstance(testProgram);
  admin = await testProgram.signIn(await testProgram.addMember("admin"));
});
afterAll(async () => {
  await other.close();
  await testProgram.close();
});

const whoAmI = route({ permission: null, handle: ({ request }) => ({ ...request.actor }) });
const statusOf = async (cookie: string) => (await testProgram.call(whoAmI, { cookie })).status;
const nextCode = ({ key }: Enrolled, late = 0) => codeOf(key, testProgram.now() + late);
const enrolled = async () => enrol(testProgram, await testProgram.addMember("buyer"));
/** Makes `times` parallel calls on two instances in turn; returns how many were accepted. */
async function askBoth(times: number, { member }: Enrolled, proof: Parameters<typeof checkProof>[2]) {
  const context = {
    settings: getAuthSettings(),
    now: testProgram.now(),
    headers: new Headers(),
    binding: "",
  };
  const tries = Array.from({ length: times }, (_, n) =>
    (n % 2 === 0 ? testProgram.program : other.program).db.transaction((tx) =>
      checkProof(tx, member.id, proof, context),
    ),
  );
  return (await Promise.all(tries)).filter((method) => method !== null).length;
}

describe("signing in with a second factor", () => {
  it("takes the password and a code of the app; the password alone opens no session", async () => {
    const one = await enrolled();
    const half = await signInHalf(testProgram, one.member);
    expect(half).not.toContain("session-token");
    expect(await statusOf(half)).toBe(401);
    const answer = await complete(testProgram, half, { code: nextCode(one) });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().join("\n")).toMatch(/session-token=[^;]+;.*HttpOnly; SameSite=Lax/);
    expect(await statusOf(newCookies(answer))).toBe(200);
    const records = await testProgram.call(auditRoute, {
      cookie: admin,
      path: `/api/audit?member=${one.member.id}&action=member.signed-in`,
    });
    const details = expect.objectContaining({ by: "password", secondFactor: "authenticator app" });
    expect(records.json.items).toContainEqual(expect.objectContaining({ details }));
  });

  it("reveals only after the right password whether there is one", async () => {
    const [one, without] = [await enrolled(), await testProgram.addMember("buyer")];
    const answers = await Promise.all(
      [one.member, without, { email: "nobody@partner.example" }].map(async ({ email }) => {
        const response = await testProgram.attempt({ email, password: "not the password" });
        return [response.status, await response.json(), response.headers.getSetCookie().length];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it("accepts a code of the step before, and afterwards none of that step or earlier", async () => {
    const one = await enrolled();
    testProgram.advance(60 * SECOND);
    const [earlier, before] = [nextCode(one, -60 * SECOND), nextCode(one, -30 * SECOND)];
    expect(
      (await complete(testProgram, await signInHalf(testProgram, one.member), { code: before })).status,
    ).toBe(204);
    const half = await signInHalf(testProgram, one.member);
    const statuses = [earlier, before].map((code) => complete(testProgram, half, { code }));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 400]);
    expect((await complete(testProgram, half, { code: nextCode(one) })).status).toBe(204);
  });

  it("accepts a code once, of 20 at the same time on two instances", async () => {
    const one = await enrolled();
    expect(await askBoth(20, one, { code: nextCode(one) })).toBe(1);
  });

  it("is slowed after five wrong codes, also for the right one, and the audit log has one record of them", async () => {
    const one = await enrolled();
    const half = await signInHalf(testProgram, one.member);
    const right = nextCode(one);
    const wrong = right === "000000" ? "000001" : "000000";
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => complete(testProgram, half, { code: wrong })),
    );
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
    for (let n = 0; n < 5; n += 1) await complete(testProgram, half, { code: wrong });
    const late = await complete(testProgram, await signInHalf(testProgram, one.member), { code: right });
    expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const failures = await testProgram.program.db
      .select({ reason: signInFailures.reason, count: signInFailures.count })
      .from(signInFailures)
      .where(eq(signInFailures.memberId, one.member.id));
    expect(failures).toMatchObject([{ reason: "second factor" }]);
    testProgram.advance(15 * MINUTE);
    const again = await complete(testProgram, await signInHalf(testProgram, one.member), {
      code: nextCode(one),
    });
    expect(again.status).toBe(204);
  });
});

describe("a half-session", () => {
  it("is worth nothing on any route, as it is and in place of the session's cookie", async () => {
    const half = await signInHalf(testProgram, (await enrolled()).member);
    const value = /codedesk-half-session=([^;]+)/.exec(half)?.[1] ?? "";
    const cookies = [half, `next-auth.session-token=${value}`];
    let asked = 0;
    for (const { method, path, handler } of await allRoutes()) {
      if (path.startsWith("/api/sign-in/")) continue;
      for (const cookie of cookies) {
        const { status } = await testProgram.call(handler, { method, cookie });
        expect([path, method, status]).toEqual([path, method, 401]);
      }
      asked += 1;
    }
    expect(asked).toBeGreaterThan(60);
  });

  it("opens one session, also when two proofs arrive at once", async () => {
    const one = await enrolled();
    const half = await signInHalf(testProgram, one.member);
    const proofs = [{ code: nextCode(one) }, { recoveryCode: one.recoveryCodes[0] }];
    const answers = await Promise.all(proofs.map((proof) => complete(testProgram, half, proof)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 401]));
  });

  it("ends after ten minutes, when the password is reset and when the member is disabled", async () => {
    const one = await enrolled();
    const late = await signInHalf(testProgram, one.member);
    testProgram.advance(10 * MINUTE);
    expect((await complete(testProgram, late, { code: nextCode(one) })).status).toBe(401);
    const half = await signInHalf(testProgram, one.member);
    const by = await testProgram.signIn(await testProgram.addMember("admin"));
    const call = { cookie: by, params: { memberId: one.member.id } };
    for (const disabled of [true, false])
      await testProgram.call(memberRoute, { ...call, method: "PATCH", body: { disabled } });
    expect((await complete(testProgram, half, { code: nextCode(one) })).status).toBe(401);
    const waiting = await signInHalf(testProgram, one.member);
    await testProgram.call(resetRoute, { ...call, method: "POST" });
    expect((await complete(testProgram, waiting, { code: nextCode(one) })).status).toBe(401);
  });

  it("completes nothing for another site, and without its cookie", async () => {
    const one = await enrolled();
    const half = await signInHalf(testProgram, one.member);
    const foreign = await testProgram.call(completeRoute, {
      method: "POST",
      cookie: half,
      headers: { "sec-fetch-site": "cross-site" },
      body: { proof: { code: nextCode(one) } },
    });
    expect(foreign.status).toBe(403);
    expect((await complete(testProgram, "", { code: nextCode(one) })).status).toBe(401);
  });
});

describe("recovery codes", () => {
  it("are ten, and each signs in once, of 20 tries at the same time on two instances", async () => {
    const one = await enrolled();
    expect(new Set(one.recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = one.recoveryCodes;
    expect(await askBoth(20, one, { recoveryCode: first.replaceAll("-", "") })).toBe(1);
    const half = await signInHalf(testProgram, one.member);
    const typed = ` ${second.toUpperCase()} `;
    expect((await complete(testProgram, half, { recoveryCode: first })).status).toBe(400);
    expect((await complete(testProgram, half, { recoveryCode: typed })).status).toBe(204);
  });

  it("are void once there are new ones", async () => {
    const one = await enrolled();
    const answer = await testProgram.call(newCodesRoute, { method: "POST", cookie: one.cookie });
    const fresh = shownRecoveryCodesSchema.parse(answer.json).recoveryCodes ?? [];
    const half = await signInHalf(testProgram, one.member);
    expect((await complete(testProgram, half, { recoveryCode: one.recoveryCodes[0] })).status).toBe(400);
    expect((await complete(testProgram, half, { recoveryCode: fresh[0] })).status).toBe(204);
  });
});

describe("what is kept of a second factor", () => {
  it("is neither the app's secret nor a recovery code, in the database, the audit log or a log line", async () => {
    const one = await enrolled();
    const [recoveryCode = ""] = one.recoveryCodes;
    await complete(testProgram, await signInHalf(testProgram, one.member), { recoveryCode });
    const typed = "wrng-wrng-wrng-wrng";
    await complete(testProgram, await signInHalf(testProgram, one.member), { recoveryCode: typed });
    const [row] = await testProgram.program.db
      .select()
      .from(totpAuthenticators)
      .where(eq(totpAuthenticators.memberId, one.member.id));
    const audit = await testProgram.call(auditRoute, { cookie: admin, path: "/api/audit?take=200" });
    const kept = [row?.secret?.toString("latin1"), JSON.stringify(audit.json), ...testProgram.logged].join(
      "\n",
    );
    for (const secret of [one.key, ...[typed, ...one.recoveryCodes].flatMap(spellings)])
      expect(kept).not.toContain(secret);
  });
});

const spellings = (code: string) => [code, code.replaceAll("-", "")];
