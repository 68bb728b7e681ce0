import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { lockMemberToChange } from "#server/team/lockMemberToChange.ts";

/**
 * Revokes a token: its next call is refused on every instance. Members can revoke their own at once; whoever manages the team, also
 * those of members on whom they may act, and confirms that it's them.
 * @throws AppError `not-found`, also for another member's token without `team.manage`; `forbidden`; `reauthentication-required`.
 */
export async function revokeToken(request: MemberRequest, { tokenId }: { tokenId: string }): Promise<void> {
  const { actor } = request;
  const now = request.clock.now();
  const owner = await ownerOf(request, tokenId);
  if (owner !== actor.id) {
    if (!permits(actor, "team.manage")) throw tokenNotFound();
    await requireRecentSignIn(request);
  }
  await request.db.transaction(async (tx) => {
    if (owner !== actor.id) await lockMemberToChange(tx, request, owner);
    const [revoked] = await tx
      .update(accessTokens)
      .set({ revokedAt: now })
      .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt)))
      .returning();
    if (!revoked) throw tokenNotFound();
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: "token.revoked",
      memberId: revoked.memberId,
      details: { name: revoked.name },
    });
  });
}

async function ownerOf({ db }: MemberRequest, tokenId: string): Promise<string> {
  const [token] = await db
    .select({ memberId: accessTokens.memberId })
    .from(accessTokens)
    .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt)));
  if (token === undefined) throw tokenNotFound();
  return token.memberId;
}

function tokenNotFound(): AppError {
  return new AppError("not-found", "This token does not exist, or has already been revoked.");
}
