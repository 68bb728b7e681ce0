import "server-only";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { endSession } from "./endSession.ts";

/**
 * Ends one of the member's own sessions.
 * @throws AppError `not-found` for a session of somebody else, or one that has ended.
 */
export async function revokeSession(request: MemberRequest, input: { sessionId: string }): Promise<void> {
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const ended = await endSession(tx, { sid: input.sessionId, sub: request.actor.id }, now);
    if (!ended) throw new AppError("not-found", "This session has already ended.");
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.session-ended",
      memberId: request.actor.id,
    });
  });
}
