import "server-only";
import type { Proof } from "#lib/contracts/team/secondFactor.ts";
import { lockMember } from "#server/auth/sessions/lockMember.ts";
import { readDevice } from "#server/auth/sessions/deviceCookie.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import { admitAttempt, markSucceeded, type Budgets } from "#server/auth/signIn/throttle.ts";
import { getAuthSettings, type AuthSettings } from "#server/auth/settings.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { checkProof, type ProofMethod } from "./checkProof.ts";

/** The member whose second factor is asked for, and the request it comes with. */
export type Prover = {
  memberId: string;
  address: string;
  /** Headers of the request; they contain the challenge that a passkey answers. */
  headers: Headers;
  /** The session or half-session that the challenge was created for. */
  binding: string;
  /** The active session that asks; absent at sign-in. */
  sessionId?: string;
};

/**
 * Runs `work` in the transaction that uses up the proof, if the proof is right. Attempts with codes of an app are counted before
 * they are compared, and failures are counted in the audit log.
 * @throws AppError `too-many`, `validation` with `fields`.
 */
export async function withProof<T>(
  program: Pick<Program, "db" | "clock">,
  prover: Prover,
  proof: Proof,
  work: (tx: Transaction, method: ProofMethod) => Promise<T>,
): Promise<T> {
  const { memberId, address } = prover;
  const settings = getAuthSettings();
  const attemptIds =
    "code" in proof ? await admitAttempt(program, settings.secret, budgetOf(prover, settings)) : [];
  const context = { settings, now: program.clock.now(), headers: prover.headers, binding: prover.binding };
  const done = await program.db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const method = await checkProof(tx, memberId, proof, context);
    return method === null ? null : { value: await work(tx, method) };
  });
  if (done === null) {
    await recordSignInFailure(program, { memberId, address, reason: "second factor" });
    throw wrong(proof);
  }
  if (attemptIds.length > 0) await markSucceeded(program, attemptIds);
  return done.value;
}

/**
 * The budget that an attempt counts against. A stranger who knows the password cannot use up the member's attempts on a known
 * device, and a stranger with a copied cookie cannot use up those outside its session. Passkeys and recovery codes cannot be
 * guessed, so they are not counted.
 */
function budgetOf({ memberId, headers, sessionId }: Prover, settings: AuthSettings): Budgets {
  if (sessionId !== undefined) return { secondFactorSession: sessionId };
  const device = readDevice(headers, settings, memberId);
  return device === null ? { secondFactor: memberId } : { secondFactorDevice: `${memberId}\n${device}` };
}

function wrong(proof: Proof): AppError {
  const [field, message] = complaintAbout(proof);
  return new AppError("validation", message, { fields: { [field]: message } });
}

function complaintAbout(proof: Proof): [field: string, message: string] {
  if ("code" in proof)
    return [
      "proof.code",
      "This code is wrong or was used already. Wait for the next one that the app shows.",
    ];
  if ("recoveryCode" in proof)
    return ["proof.recoveryCode", "This is not one of your unused recovery codes."];
  return ["proof.passkey", "This passkey couldn't be checked. Try again."];
}
