import "server-only";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Proof } from "#lib/contracts/team/secondFactor.ts";
import type { Transaction } from "#server/db/connect.ts";
import { totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { spendRecoveryCode } from "./recoveryCodes.ts";
import { spendPasskey, type PasskeyContext } from "./spendPasskey.ts";
import { openSecret } from "#server/context/sealSecret.ts";
import { matchingStep } from "./totp.ts";

/** How a member has proved who they are, as the audit log names it. */
export type ProofMethod = "authenticator app" | "recovery code" | "passkey";

export type ProofContext = PasskeyContext;

/**
 * Returns how the member has proved who they are, or null. An accepted proof is used up in this transaction: it counts once, over
 * all instances.
 */
export async function checkProof(
  tx: Transaction,
  memberId: string,
  proof: Proof,
  context: ProofContext,
): Promise<ProofMethod | null> {
  if ("code" in proof)
    return (await spendTotpCode(tx, memberId, proof.code, context)) ? "authenticator app" : null;
  if ("passkey" in proof)
    return (await spendPasskey(tx, proof.passkey, { ...context, memberId })) === null ? null : "passkey";
  const isKnown = await spendRecoveryCode(tx, memberId, proof.recoveryCode, context.now);
  return isKnown ? "recovery code" : null;
}

async function spendTotpCode(
  tx: Transaction,
  memberId: string,
  code: string,
  { settings, now }: ProofContext,
): Promise<boolean> {
  const own = and(eq(totpAuthenticators.memberId, memberId), isNotNull(totpAuthenticators.secret));
  const [row] = await tx.select({ sealed: totpAuthenticators.secret }).from(totpAuthenticators).where(own);
  if (row === undefined || row.sealed === null) return false;
  const secret = openSecret(
    { programSecret: settings.secret, purpose: "authenticator secrets", owner: memberId },
    row.sealed,
  );
  const step = secret === null ? null : matchingStep(secret, code, now);
  if (step === null) return false;
  const used = await tx
    .update(totpAuthenticators)
    .set({ lastStep: step, lastUsedAt: now })
    // If two instances have read the same row, one of them finds that the step has been used.
    .where(and(own, eq(totpAuthenticators.secret, row.sealed), lt(totpAuthenticators.lastStep, step)))
    .returning({ memberId: totpAuthenticators.memberId });
  return used.length === 1;
}
