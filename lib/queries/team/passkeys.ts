import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AddPasskeyInput, PasskeyAnswerInput } from "#lib/contracts/team/passkeys.ts";
import type { ShownRecoveryCodes } from "#lib/contracts/team/secondFactor.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";
import { ProblemError } from "#lib/queries/client/problemError.ts";
import { signInStep } from "./session.ts";

/** Loads the code that talks to authenticators, only when a passkey is used. */
const webAuthn = () => import("@simplewebauthn/browser");

/** Has the browser create a passkey, and adds it. The answer is the only one that may contain recovery codes. Throws a ProblemError. */
export async function addPasskey(environment: Environment, name: string): Promise<ShownRecoveryCodes> {
  const optionsJSON = await fetchJson(apiPaths.newPasskeyChallenge(), { method: "POST", environment });
  const { startRegistration } = await webAuthn();
  const credential = await startRegistration({ optionsJSON }).catch(refuse);
  const body: AddPasskeyInput = { name, credential };
  return fetchJson(apiPaths.passkeys(), { method: "POST", body, environment });
}

export function renamePasskey(environment: Environment, passkeyId: string, name: string) {
  return fetchJson(apiPaths.passkey(passkeyId), { method: "PATCH", body: { name }, environment });
}

export function removePasskey(environment: Environment, passkeyId: string) {
  return fetchJson(apiPaths.passkey(passkeyId), { method: "DELETE", environment });
}

/** A passkey's answer that confirms within a session that it's the member. Throws a ProblemError. */
export async function answerForSession(environment: Environment): Promise<PasskeyAnswerInput> {
  return answerTo(
    await fetchJson(apiPaths.confirmChallenge(), {
      method: "POST",
      environment,
    }),
  );
}

/** A passkey's answer for the second step of signing in. Throws a ProblemError. */
export async function answerForSecondStep(): Promise<PasskeyAnswerInput> {
  return answerTo(await signInStep(apiPaths.completeSignInChallenge(), {}));
}

/** Signs in by a passkey alone. Throws a ProblemError. */
export async function signInByPasskey(): Promise<void> {
  const optionsJSON = await signInStep(apiPaths.passkeySignInChallenge(), {});
  await signInStep(apiPaths.passkeySignIn(), { passkey: await answerTo(optionsJSON) });
}

async function answerTo(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswerInput> {
  const { startAuthentication } = await webAuthn();
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/** Browsers say little about the reason: usually the person has cancelled, or has no passkey here. */
function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === "InvalidStateError";
  throw new ProblemError({
    type: "passkey",
    title: "No passkey was used",
    status: 0,
    detail: isKnown
      ? "This device already has a passkey of yours."
      : "No passkey was used. Try again, or choose another way.",
    requestId: "",
  });
}
