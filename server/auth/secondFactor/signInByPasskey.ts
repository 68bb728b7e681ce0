import "server-only";
import type { PasskeyAnswer } from "#lib/contracts/team/passkeys.ts";
import { findSession } from "#server/auth/sessions/findSession.ts";
import { lockMember } from "#server/auth/sessions/lockMember.ts";
import { clientOf, writeSession } from "#server/auth/sessions/openSession.ts";
import { readDevice } from "#server/auth/sessions/deviceCookie.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import { AppError } from "#server/context/errors.ts";
import { readChallenge, type Challenge } from "./challenge.ts";
import { answerWithSession, type AnsweredSignIn } from "./completeSignIn.ts";
import { recencyOf } from "./recencyOf.ts";
import { ownerOfPasskey, spendPasskey } from "./spendPasskey.ts";

/** The binding of a challenge for signing in by a passkey alone; the browser's cookie binds it to the device. */
export const SIGN_IN_BINDING = "sign-in";

/**
 * The challenge that was issued to this browser. Checked before the body is read.
 * @throws AppError `conflict`; `not-found` where members use single sign-on alone.
 */
export function requireSignInChallenge(request: AnsweredSignIn): Promise<Challenge> {
  admitPasskeySignIn(request);
  const { headers, settings, clock } = request;
  const challenge = readChallenge(headers, settings, clock.now(), SIGN_IN_BINDING);
  if (challenge === null) throw new AppError("conflict", "This took too long. Try the passkey again.");
  return Promise.resolve(challenge);
}

/** Where passwords are off, only the identity provider decides who signs in. @throws AppError `not-found`. */
export function admitPasskeySignIn({ settings }: AnsweredSignIn): void {
  if (!settings.passwordSignIn) throw new AppError("not-found", "Page not found.");
}

/**
 * Opens a session for the owner of a passkey that has verified its user, which is two factors in one. Audited.
 * @throws AppError `validation`, `unauthenticated` for a disabled member.
 */
export async function signInByPasskey(request: AnsweredSignIn, passkey: PasskeyAnswer): Promise<void> {
  const { settings, headers, address } = request;
  const now = request.clock.now();
  const current = await findSession(request, headers, settings);
  const client = clientOf(request);
  const opened = await request.db.transaction(async (tx) => {
    const owner = await ownerOfPasskey(tx, passkey.id);
    if (owner === null) return null;
    await lockMember(tx, owner);
    const known = await spendPasskey(tx, passkey, { settings, now, headers, binding: SIGN_IN_BINDING });
    if (known === null) return null;
    const sid = await writeSession(tx, known.memberId, now, {
      by: "passkey",
      authenticatedAt: await recencyOf(tx, request, known.memberId),
      replaces: current?.id,
      isKnownDevice: readDevice(headers, settings, known.memberId) !== null,
      ...client,
    });
    return { sub: known.memberId, sid, device: client.device };
  });
  if (opened === null) {
    await recordSignInFailure(request, { memberId: null, address, reason: "passkey" });
    throw new AppError(
      "validation",
      "No member signs in with this passkey. Use your password, or another passkey.",
    );
  }
  await answerWithSession(request, opened);
}
