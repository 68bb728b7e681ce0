import "server-only";
import type { SessionsView } from "#lib/contracts/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import { activeSessionsOf } from "#server/auth/sessions/listSessions.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { authoriseMemberRead } from "#server/context/teamAuthority.ts";
import { lockMemberToChange } from "./lockMemberToChange.ts";

/**
 * Lists the active sessions of a member, with their addresses.
 * @throws AppError `forbidden`, also for a member with more permissions than the actor.
 */
export async function listMemberSessions(
  request: MemberRequest,
  { memberId }: { memberId: string },
): Promise<SessionsView> {
  await authoriseMemberRead(request, memberId);
  return activeSessionsOf(request, memberId, request.sessionId);
}

/**
 * Ends all sessions of a member at once, on every instance. Audited. Returns how many there were.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function endMemberSessions(
  request: TeamRequest,
  { memberId }: { memberId: string },
): Promise<{ sessionsEnded: number }> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockMemberToChange(tx, request, memberId);
    const sessionsEnded = await revokeSessionsOf(tx, memberId, now);
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.sessions-ended",
      memberId,
      details: { sessionsEnded },
    });
    return { sessionsEnded };
  });
}
