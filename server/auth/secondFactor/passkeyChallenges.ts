import "server-only";
import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { passkeys } from "#server/db/schema/secondFactor.ts";
import { issueChallenge } from "./challenge.ts";
import { bindingOf, type AnsweredSignIn } from "./completeSignIn.ts";
import type { HalfSession } from "./halfSession.ts";
import { SIGN_IN_BINDING } from "./signInByPasskey.ts";
import { relyingPartyOf } from "./relyingParty.ts";

type Asking = Pick<Program, "clock"> & { headers: Headers; answerHeaders: Headers };

/** Creates a challenge for the member's passkeys, to confirm within a session that it's them. */
export async function challengeSession(
  request: MemberRequest,
  headers: Headers,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { sessionId, answerHeaders = new Headers() } = request;
  if (sessionId === undefined) throw new AppError("unauthenticated", "Sign in, then try again.");
  const allowed = await credentialsOf(request, request.actor.id);
  return challengeFor({ clock: request.clock, headers, answerHeaders }, `session ${sessionId}`, allowed);
}

/** Creates a challenge for the passkeys of a member whose password was right. */
export async function challengeHalfSession(
  request: AnsweredSignIn,
  half: HalfSession,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return challengeFor(request, bindingOf(half), await credentialsOf(request, half.memberId));
}

/** Creates a challenge for any passkey, whose authenticator must verify its user. Reveals nothing about members. */
export async function challengeAnyone(
  request: AnsweredSignIn,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return challengeFor(request, SIGN_IN_BINDING);
}

type Credential = { id: string; transports: string[] };

function challengeFor(
  { clock, headers, answerHeaders }: Asking,
  binding: string,
  allowed?: Credential[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const settings = getAuthSettings();
  const { id: rpID } = relyingPartyOf(settings, headers);
  const { challenge, cookie } = issueChallenge(settings, clock.now(), binding);
  answerHeaders.append("set-cookie", cookie);
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: allowed === undefined ? "required" : "preferred",
    ...(allowed === undefined ? {} : { allowCredentials: allowed }),
  });
}

async function credentialsOf({ db }: Pick<Program, "db">, memberId: string): Promise<Credential[]> {
  const known = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId));
  if (known.length === 0) throw new AppError("conflict", "You have no passkey. Use the authenticator app.");
  return known;
}
