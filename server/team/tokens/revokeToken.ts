import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";

/**
 * Revokes a token: its next call is refused on every instance. Members can revoke their own, and those who manage the team any.
 * @throws AppError `not-found`, also for another member's token.
 */
export async function revokeToken(request: MemberRequest, { tokenId }: { tokenId: string }): Promise<void> {
  const now = request.clock.now();
  const isOwn = permits(request.actor, "team.manage")
    ? undefined
    : eq(accessTokens.memberId, request.actor.id);
  await request.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(accessTokens)
      .set({ revokedAt: now })
      .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt), isOwn))
      .returning();
    if (!revoked) throw new AppError("not-found", "This token does not exist, or has already been revoked.");
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "token.revoked",
      memberId: revoked.memberId,
      details: { name: revoked.name },
    });
  });
}
