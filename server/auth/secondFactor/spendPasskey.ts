import "server-only";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import type { PasskeyAnswer } from "#lib/contracts/team/passkeys.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import type { Transaction } from "#server/db/connect.ts";
import { passkeys } from "#server/db/schema/secondFactor.ts";
import { readChallenge, spendChallenge, type Challenge } from "./challenge.ts";
import { relyingPartyOf } from "./relyingParty.ts";

/** The request with which a passkey answers its challenge. */
export type PasskeyContext = {
  settings: AuthSettings;
  now: Instant;
  headers: Headers;
  /** The binding that the challenge was created with. */
  binding: string;
};

type Expected = PasskeyContext & {
  /** The member who must own the passkey; absent when its owner signs in by it alone. */
  memberId?: string;
};

/**
 * The member whose passkey has answered this browser's challenge, or null. Uses the challenge up; the authenticator's counter
 * must have grown. If the passkey is the only proof, the authenticator must have verified its user.
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
    // Two instances that have read the same counter cannot both continue from it.
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return counted.length === 1 ? { memberId: passkey.memberId } : null;
}

/** The owner of a passkey, or null if nobody has it. Proves nothing yet. */
export async function ownerOfPasskey(tx: Transaction, credentialId: string): Promise<string | null> {
  const [passkey] = await tx
    .select({ memberId: passkeys.memberId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId));
  return passkey?.memberId ?? null;
}

/** The authenticator's new counter, or null for an invalid answer. */
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
    // Whatever is wrong with the client's answer, it is not valid.
    return null;
  }
}
