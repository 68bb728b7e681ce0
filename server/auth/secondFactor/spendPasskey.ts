import "server-only";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import type { PasskeyAnswer } from "#lib/contracts/passkeys.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import type { Transaction } from "#server/db/connect.ts";
import { passkeys } from "#server/db/schema/secondFactor.ts";
import { readChallenge, spendChallenge, type Challenge } from "./challenge.ts";
import { relyingPartyOf } from "./relyingParty.ts";

/** The request in which a passkey answers its challenge. */
export type PasskeyContext = {
  settings: AuthSettings;
  now: Instant;
  headers: Headers;
  /** What the challenge was made for. */
  binding: string;
};

type Expected = PasskeyContext & {
  /** Whose passkey it has to be; absent: whoever has it signs in by it alone. */
  memberId?: string;
};

/**
 * The member whose passkey has answered the challenge of this browser, or null. The challenge is used up by it, and the authenticator's
 * count must have grown. Where the passkey is all that is shown, the authenticator must have verified its person.
 */
export async function spendPasskey(
  tx: Transaction,
  answer: PasskeyAnswer,
  expected: Expected,
): Promise<{ memberId: string } | null> {
  const { settings, now, headers, binding, memberId } = expected;
  const challenge = readChallenge(headers, settings, now, binding);
  if (challenge === null) return null;
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.credentialId, answer.id),
        memberId === undefined ? undefined : eq(passkeys.memberId, memberId),
      ),
    );
  if (passkey === undefined) return null;
  const counter = await verifiedCounter(passkey, answer, challenge, expected);
  if (counter === null || !(await spendChallenge(tx, challenge))) return null;
  const counted = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    // Two instances that have read the same count cannot both go on from it.
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return counted.length === 1 ? { memberId: passkey.memberId } : null;
}

/** Whose passkey it is, or null for one that nobody has. Proves nothing yet. */
export async function ownerOfPasskey(tx: Transaction, credentialId: string): Promise<string | null> {
  const [passkey] = await tx
    .select({ memberId: passkeys.memberId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId));
  return passkey?.memberId ?? null;
}

/** What the authenticator counts now, or null for an answer that does not hold. */
async function verifiedCounter(
  passkey: typeof passkeys.$inferSelect,
  answer: PasskeyAnswer,
  { value: expectedChallenge }: Challenge,
  { settings, headers, memberId }: Expected,
): Promise<number | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(settings, headers);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: memberId === undefined,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // Whatever is wrong with what a client sent: it does not hold.
    return null;
  }
}
