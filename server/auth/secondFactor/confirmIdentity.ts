import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { ConfirmIdentityRequest } from "#lib/contracts/team/secondFactor.ts";
import { recordAudit } from "#server/audit/record.ts";
import { verifyPassword } from "#server/auth/signIn/password.ts";
import { passwordsAreOff } from "#server/auth/signIn/oneTimePassword.ts";
import { admitAttempt, markSucceeded } from "#server/auth/signIn/throttle.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { readMemberRules } from "#server/config/env.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { readIdentityFactors } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { UNKNOWN_ADDRESS } from "#server/http/clientAddress.ts";
import { withProof } from "./withProof.ts";

/**
 * Confirms again who a session's member is, which for a while allows this session to do what requires it. By the second factor if
 * the member has one, otherwise by the password; by both if the account requires that. Attempts are limited as at sign-in.
 * @throws AppError `validation` with `fields`, `too-many`; `conflict` where passwords are switched off.
 */
export async function confirmIdentity(
  request: MemberRequest,
  input: ConfirmIdentityRequest,
  headers: Headers,
): Promise<void> {
  const { actor, sessionId } = request;
  if (sessionId === undefined) throw new AppError("unauthenticated", "Sign in, then try again.");
  const { totp, passkey, password } = await readIdentityFactors(request, actor.id);
  if (!totp && !passkey) {
    await checkPassword(request, input.password ?? "");
    return request.db.transaction((tx) => noteConfirmed(tx, request, sessionId, "password"));
  }
  if (password) await checkPassword(request, input.password ?? "");
  if (input.proof === undefined) throw complaint("proof.code", "Confirm with your second factor.");
  const address = await addressOf(request, sessionId);
  await withProof(
    request,
    { memberId: actor.id, address, headers, binding: `session ${sessionId}`, sessionId },
    input.proof,
    (tx, method) => noteConfirmed(tx, request, sessionId, password ? `password and ${method}` : method),
  );
}

/** @throws AppError `validation`, `too-many`, `conflict`. */
async function checkPassword(request: MemberRequest, password: string): Promise<void> {
  if (!readMemberRules().passwordSignIn) throw passwordsAreOff();
  const { id } = request.actor;
  const attemptIds = await admitAttempt(request, getAuthSettings().secret, { ownPassword: id });
  const [known] = await request.db.select().from(members).where(eq(members.id, id));
  const hash = known?.passwordHash ?? null;
  if (hash === null || !(await verifyPassword(hash, password, "known"))) {
    throw complaint("password", "Wrong password.");
  }
  await markSucceeded(request, attemptIds);
}

async function noteConfirmed(
  tx: Transaction,
  request: MemberRequest,
  sessionId: string,
  by: string,
): Promise<void> {
  const now = request.clock.now();
  await tx
    .update(sessions)
    .set({ reauthenticatedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
  const memberId = request.actor.id;
  await recordAudit(tx, {
    at: now,
    actorId: memberId,
    action: "member.confirmed",
    memberId,
    details: { by },
  });
}

async function addressOf(request: MemberRequest, sessionId: string): Promise<string> {
  const [session] = await request.db
    .select({ address: sessions.address })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session?.address ?? UNKNOWN_ADDRESS;
}

function complaint(field: string, message: string): AppError {
  return new AppError("validation", message, { fields: { [field]: message } });
}
