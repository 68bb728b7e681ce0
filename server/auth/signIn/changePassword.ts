import "server-only";
import { and, eq } from "drizzle-orm";
import type { ChangePasswordRequest, PasswordChanged } from "#lib/contracts/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { AppError } from "#server/context/errors.ts";
import { readMemberRules } from "#server/config/env.ts";
import { checkNewPassword } from "./checkNewPassword.ts";
import { passwordsAreOff } from "./oneTimePassword.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { deviceOfSession } from "#server/auth/sessions/deviceOfSession.ts";
import { lockOpenSession } from "#server/auth/sessions/lockOpenSession.ts";
import { renewSession } from "#server/auth/sessions/renewSession.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import { endTokensOf } from "#server/auth/sessions/endTokensOf.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { admitAttempt, markSucceeded } from "./throttle.ts";

/**
 * Changes a member's own password. All their sessions end; the tab that asks gets a new cookie; with `endTokens`, their access
 * tokens end too. Attempts at the current password are limited as at sign-in. Returns how many other sessions and tokens ended.
 * @throws AppError `validation` with `fields`, `too-many`; `unauthenticated` for a session that was ended meanwhile.
 */
export async function changePassword(
  request: MemberRequest,
  input: ChangePasswordRequest,
): Promise<PasswordChanged> {
  const { actor } = request;
  if (!readMemberRules().passwordSignIn) throw passwordsAreOff();
  checkNewPassword(input.newPassword, actor.email, "newPassword");
  const attemptIds = await admitAttempt(request, getAuthSettings().secret, { ownPassword: actor.id });
  const [known] = await request.db.select().from(members).where(eq(members.id, actor.id));
  const currentHash = known?.passwordHash ?? null;
  if (currentHash === null || !(await verifyPassword(currentHash, input.currentPassword, "known"))) {
    throw complaint("currentPassword", "This is not your current password.");
  }
  await markSucceeded(request, attemptIds);
  if (input.newPassword === input.currentPassword) {
    throw complaint("newPassword", "Choose a password other than your current one.");
  }
  const passwordHash = await hashPassword(input.newPassword);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockOpenSession(tx, request);
    const [changed] = await tx
      .update(members)
      .set({ passwordHash, oneTimePasswordUntil: null, updatedAt: now })
      // Unless an administrator has reset it in the meantime.
      .where(and(eq(members.id, actor.id), eq(members.passwordHash, currentHash)))
      .returning({ id: members.id });
    if (!changed) throw new AppError("conflict", "The password was just changed elsewhere. Sign in again.");
    const device = await deviceOfSession(tx, request.sessionId);
    const renewed = await renewSession(tx, request);
    const sessionsEnded = await revokeSessionsOf(tx, actor.id, now, { except: renewed });
    const by = { actorId: actor.id, at: now };
    const tokensEnded = input.endTokens === true ? await endTokensOf(tx, actor.id, by) : 0;
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: "member.password-changed",
      memberId: actor.id,
      details: { sessionsEnded, ...(input.endTokens === true ? { tokensEnded } : {}), ...device },
    });
    return { sessionsEnded, tokensEnded };
  });
}

function complaint(field: string, message: string): AppError {
  return new AppError("validation", message, { fields: { [field]: message } });
}
