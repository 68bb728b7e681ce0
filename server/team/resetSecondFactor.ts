import "server-only";
import { eq } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { passkeys, recoveryCodes, totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { lockMemberToChange } from "./lockMemberToChange.ts";

/**
 * Removes all second factors and recovery codes of a member who has lost them, and ends their sessions. Audited. Members remove
 * their own in the settings, which ask for a factor first; the operator at the machine may reset anybody's.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict` for one's own.
 */
export async function resetSecondFactor(
  request: TeamRequest,
  { memberId }: { memberId: string },
): Promise<{ sessionsEnded: number }> {
  const now = request.clock.now();
  await requireRecentSignIn(request);
  if (memberId === request.actor.id)
    throw new AppError("conflict", "Change your own second factor in the settings, under Account.");
  return request.db.transaction(async (tx) => {
    await lockMemberToChange(tx, request, memberId);
    await tx.delete(totpAuthenticators).where(eq(totpAuthenticators.memberId, memberId));
    await tx.delete(passkeys).where(eq(passkeys.memberId, memberId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
    const sessionsEnded = await revokeSessionsOf(tx, memberId, now);
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.second-factor-reset",
      memberId,
      details: { sessionsEnded },
    });
    return { sessionsEnded };
  });
}
