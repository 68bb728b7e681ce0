import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { ConfirmPasswordRequest } from "#lib/contracts/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { readMemberRules } from "#server/config/env.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { passwordsAreOff } from "./oneTimePassword.ts";
import { verifyPassword } from "./password.ts";
import { admitAttempt, markSucceeded } from "./throttle.ts";

/**
 * Shows once more who a session's member is, by the password: for a while this session may do what needs that. Guessing is slowed
 * like guessing at sign-in.
 * @throws AppError `validation` with `fields`, `too-many`; `conflict` where passwords are switched off.
 */
export async function confirmPassword(request: MemberRequest, input: ConfirmPasswordRequest): Promise<void> {
  if (!readMemberRules().passwordSignIn) throw passwordsAreOff();
  const { actor, sessionId } = request;
  const attemptIds = await admitAttempt(request, getAuthSettings().secret, { ownPassword: actor.id });
  const [known] = await request.db.select().from(members).where(eq(members.id, actor.id));
  const hash = known?.passwordHash ?? null;
  if (hash === null || sessionId === undefined || !(await verifyPassword(hash, input.password, "known"))) {
    const message = "This is not your password.";
    throw new AppError("validation", message, { fields: { password: message } });
  }
  await markSucceeded(request, attemptIds);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ reauthenticatedAt: now })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: "member.password-confirmed",
      memberId: actor.id,
    });
  });
}
