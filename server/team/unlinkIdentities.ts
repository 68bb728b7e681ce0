import "server-only";
import { eq } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { memberIdentities } from "#server/db/schema/members.ts";
import { lockMemberToChange } from "./lockMemberToChange.ts";

/**
 * Removes the links to a member's accounts at identity providers and ends their sessions: the next sign-in with their verified
 * address links again. For an account that was deleted and recreated at the provider. Returns how many were linked.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function unlinkIdentities(
  request: TeamRequest,
  { memberId }: { memberId: string },
): Promise<{ unlinked: number }> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockMemberToChange(tx, request, memberId);
    const removed = await tx
      .delete(memberIdentities)
      .where(eq(memberIdentities.memberId, memberId))
      .returning({ issuer: memberIdentities.issuer });
    if (removed.length > 0) {
      await revokeSessionsOf(tx, memberId, now);
      await recordAudit(tx, {
        at: now,
        actorId: request.actor.id,
        action: "member.identity-unlinked",
        memberId,
        details: { issuers: removed.map(({ issuer }) => issuer) },
      });
    }
    return { unlinked: removed.length };
  });
}
