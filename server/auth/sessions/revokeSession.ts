import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { sessions } from "#server/db/schema/members.ts";
import { AppError } from "#server/context/errors.ts";

/**
 * Ends one of the member's own sessions.
 * @throws AppError `not-found` for a session of somebody else, or one that has ended.
 */
export async function revokeSession(request: MemberRequest, input: { sessionId: string }): Promise<void> {
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(
          eq(sessions.id, input.sessionId),
          eq(sessions.memberId, request.actor.id),
          isNull(sessions.revokedAt),
        ),
      )
      .returning({ id: sessions.id });
    if (!revoked) throw new AppError("not-found", "This session has already ended.");
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.session-ended",
      memberId: request.actor.id,
    });
  });
}
