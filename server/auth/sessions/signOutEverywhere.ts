import "server-only";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { lockMember } from "./lockMember.ts";
import { revokeSessionsOf } from "./revokeSessionsOf.ts";

/** Ends all of the member's own sessions, including this one. */
export async function signOutEverywhere(request: MemberRequest): Promise<{ sessionsEnded: number }> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockMember(tx, request.actor.id);
    const sessionsEnded = await revokeSessionsOf(tx, request.actor.id, now);
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.signed-out-everywhere",
      memberId: request.actor.id,
      details: { sessionsEnded },
    });
    return { sessionsEnded };
  });
}
