import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { POST as confirmRoute } from "#app/api/session/confirm/route.ts";
import { POST as enrolRoute, PUT as confirmTotpRoute } from "#app/api/settings/second-factor/totp/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { complete, enrol, newCookies, signInHalf, type Enrolled } from "#tests/support/secondFactorWorld.ts";
import { cookiesOf, createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram();
});
afterAll(() => testProgram.close());

const right = (one: Enrolled) => ({ code: codeOf(one.key, testProgram.now()) });
const wrong = (one: Enrolled) => ({ code: right(one).code === "000000" ? "000001" : "000000" });
const confirm = (cookie: string, proof: object) =>
  testProgram.call(confirmRoute, { method: "POST", cookie, body: { proof } });

/** Guesses from a new place, with the right password, until the next guess has to wait. */
async function guessAsStranger(one: Enrolled): Promise<string> {
  const half = await signInHalf(testProgram, one.member);
  for (let n = 0; n < 5; n += 1) expect((await complete(testProgram, half, wrong(one))).status).toBe(400);
  expect((await complete(testProgram, half, right(one))).status).toBe(429);
  return half;
}

/** Opens a half-session in the browser in which the member has signed in before. */
async function signInHalfAtHome({ member }: Enrolled, device: string): Promise<string> {
  const response = await testProgram.attempt(member, { cookie: device });
  return [device, cookiesOf(response)].join("; ");
}

/** Signs in for the first time in a browser; returns its cookies. */
async function newBrowser(one: Enrolled): Promise<string> {
  const answer = await complete(testProgram, await signInHalf(testProgram, one.member), right(one));
  expect(answer.status).toBe(204);
  testProgram.advance(60 * SECOND);
  return newCookies(answer);
}
const deviceOf = (cookies: string) => /[^ ;]*codedesk-device=[^;]+/.exec(cookies)?.[0] ?? "";

describe("somebody who has learnt a password and guesses codes", () => {
  it("keeps the member neither from signing in on a known device nor from confirming in a session", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const home = await newBrowser(one);
    await guessAsStranger(one);
    expect((await confirm(home, right(one))).status).toBe(204);
    testProgram.advance(60 * SECOND);
    const half = await signInHalfAtHome(one, deviceOf(home));
    expect((await complete(testProgram, half, right(one))).status).toBe(204);
    testProgram.advance(60 * SECOND);
    const begun = await testProgram.call(enrolRoute, { method: "POST", cookie: home });
    const code = codeOf(String(begun.json.secret), testProgram.now());
    const added = await testProgram.call(confirmTotpRoute, { method: "PUT", cookie: home, body: { code } });
    expect(added.status).toBe(200);
  });

  it("keeps nobody from signing in by a recovery code, which is beyond guessing", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const half = await guessAsStranger(one);
    for (let n = 0; n < 6; n += 1) {
      const answer = await complete(testProgram, half, { recoveryCode: "aaaa-aaaa-aaaa-aaaa" });
      expect(answer.status).toBe(400);
    }
    expect((await complete(testProgram, half, { recoveryCode: one.recoveryCodes[0] })).status).toBe(204);
  });
});

describe("somebody who has copied a session's cookie and guesses codes", () => {
  it("is slowed in that session, and keeps the member from nothing in another one", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const [copied, own] = [await newBrowser(one), await newBrowser(one)];
    for (let n = 0; n < 5; n += 1) expect((await confirm(copied, wrong(one))).status).toBe(400);
    expect((await confirm(copied, right(one))).status).toBe(429);
    expect((await confirm(own, right(one))).status).toBe(204);
    testProgram.advance(60 * SECOND);
    const half = await signInHalfAtHome(one, deviceOf(copied));
    expect((await complete(testProgram, half, right(one))).status).toBe(204);
  });
});

describe("a known device", () => {
  it("has a budget of its own that ends as well", async () => {
    const one = await enrol(testProgram, await testProgram.addMember("buyer"));
    const half = await signInHalfAtHome(one, deviceOf(await newBrowser(one)));
    for (let n = 0; n < 5; n += 1) expect((await complete(testProgram, half, wrong(one))).status).toBe(400);
    expect((await complete(testProgram, half, right(one))).status).toBe(429);
    testProgram.advance(15 * MINUTE);
    const later = await signInHalfAtHome(one, deviceOf(half));
    expect((await complete(testProgram, later, right(one))).status).toBe(204);
  });
});
