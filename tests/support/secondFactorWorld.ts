import { SECOND } from "#lib/time/instant.ts";
import { shownRecoveryCodesSchema, totpEnrolmentSchema } from "#lib/contracts/team/secondFactor.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { POST as enrolRoute, PUT as confirmRoute } from "#app/api/settings/second-factor/totp/route.ts";
import { POST as completeRoute } from "#app/api/sign-in/second-factor/route.ts";
import { cookiesOf, type Answer, type Member, type TestProgram } from "./testProgram.ts";

/** A member with an authenticator app, and the cookie of a browser of theirs. */
export type Enrolled = { member: Member; key: string; cookie: string; recoveryCodes: string[] };

/** The Cookie header that a browser has after an answer of a route. */
export const newCookies = ({ headers }: Answer) => cookiesOf(new Response(null, { headers }));

/** Adds an authenticator app to a member who has none; the clock is then in a step whose code has not been used. */
export async function enrol(testProgram: TestProgram, member: Member): Promise<Enrolled> {
  const cookie = await testProgram.signIn(member);
  const begun = await testProgram.call(enrolRoute, { method: "POST", cookie });
  const { secret: key } = totpEnrolmentSchema.parse(begun.json);
  const body = { code: codeOf(key, testProgram.now()) };
  const added = await testProgram.call(confirmRoute, { method: "PUT", cookie, body });
  if (added.status !== 200) throw new Error(`Adding the app was answered ${added.status}`);
  const { recoveryCodes } = shownRecoveryCodesSchema.parse(added.json);
  testProgram.advance(60 * SECOND);
  return { member, key, cookie: newCookies(added), recoveryCodes: recoveryCodes ?? [] };
}

/** The Cookie header after a correct password, for a sign-in that waits for its second factor. */
export async function signInHalf(testProgram: TestProgram, { email, password }: Member): Promise<string> {
  const response = await testProgram.attempt({ email, password });
  const answer: unknown = await response.json();
  if (JSON.stringify(answer) !== '{"url":"/second-factor"}')
    throw new Error(`The password was answered ${JSON.stringify(answer)}`);
  return cookiesOf(response);
}

export function complete(testProgram: TestProgram, cookie: string, proof: unknown): Promise<Answer> {
  return testProgram.call(completeRoute, { method: "POST", cookie, body: { proof } });
}
