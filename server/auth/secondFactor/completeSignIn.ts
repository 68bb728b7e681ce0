import "server-only";
import type { Proof } from "#lib/contracts/team/secondFactor.ts";
import { findSession } from "#server/auth/sessions/findSession.ts";
import { SESSION_LIFETIME_MS } from "#server/auth/sessions/limits.ts";
import { clientOf, writeSession } from "#server/auth/sessions/openSession.ts";
import { sessionCookie } from "#server/auth/sessions/sessionCookie.ts";
import type { SignInRequest } from "#server/auth/signIn/authenticate.ts";
import { deviceCookie, readDevice } from "#server/auth/sessions/deviceCookie.ts";
import { noteKnownAddress } from "#server/auth/signIn/knownAddresses.ts";
import { addressGroup } from "#server/http/clientAddress.ts";
import { clearHalfSession, spendHalfSession, type HalfSession } from "./halfSession.ts";
import { recencyOf } from "./recencyOf.ts";
import { withProof } from "./withProof.ts";

/** A sign-in whose answer sets cookies. */
export type AnsweredSignIn = SignInRequest & { answerHeaders: Headers };

/**
 * Opens the session of a half-session whose member proves the second factor; audited with the kind of proof.
 * @throws AppError `too-many`, `validation`, `unauthenticated`.
 */
export async function completeSignIn(
  request: AnsweredSignIn,
  half: HalfSession,
  proof: Proof,
): Promise<void> {
  const { memberId, by, providerSession } = half;
  const current = await findSession(request, request.headers, request.settings);
  const now = request.clock.now();
  const { address, headers } = request;
  const client = clientOf(request);
  const prover = { memberId, address, headers, binding: bindingOf(half) };
  const sid = await withProof(request, prover, proof, async (tx, method) => {
    await spendHalfSession(tx, half, now);
    return writeSession(tx, memberId, now, {
      by,
      secondFactor: method,
      authenticatedAt: by === "password" ? now : await recencyOf(tx, request, memberId),
      providerSession,
      replaces: current?.id,
      isKnownDevice: readDevice(headers, request.settings, memberId) !== null,
      ...client,
    });
  });
  await answerWithSession(request, { sub: memberId, sid, device: client.device });
}

/** What a challenge for this sign-in is bound to. */
export function bindingOf({ id }: HalfSession): string {
  return `half-session ${id}`;
}

/** Sets the cookies of a session that was just opened: its own and the device's; removes that of the half-session. */
export async function answerWithSession(
  { settings, address, answerHeaders }: AnsweredSignIn,
  { device, ...token }: { sub: string; sid: string; device: string },
): Promise<void> {
  noteKnownAddress(addressGroup(address));
  answerHeaders.append("set-cookie", await sessionCookie(settings, token, SESSION_LIFETIME_MS));
  answerHeaders.append("set-cookie", deviceCookie(settings, token.sub, device));
  answerHeaders.append("set-cookie", clearHalfSession(settings));
}
