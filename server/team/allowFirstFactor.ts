import "server-only";
import { eq } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import { hasSecondFactor, memberFactors } from "#server/auth/sessions/memberFactors.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { FIRST_FACTOR_MS } from "#server/context/requireRecentSignIn.ts";
import { members } from "#server/db/schema/members.ts";
import { lockMemberToChange } from "./lockMemberToChange.ts";

/**
 * Lets a member add their first second factor within an hour, in a session opened from now on, although their identity provider
 * does not say when it authenticated them. For the operator, who knows who asked for it. Audited.
 * @throws AppError `forbidden`, `not-found`, `conflict` for a member who has a second factor.
 */
export async function allowFirstFactor(
  request: TeamRequest,
  { memberId }: { memberId: string },
): Promise<void> {
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockMemberToChange(tx, request, memberId);
    await tx
      .update(members)
      .set({ firstFactorUntil: now + FIRST_FACTOR_MS })
      .where(eq(members.id, memberId));
    if (hasSecondFactor(await memberFactors(tx, memberId))) {
      throw new AppError("conflict", "This member already has a second factor, and confirms with it.");
    }
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.first-factor-allowed",
      memberId,
    });
  });
}
