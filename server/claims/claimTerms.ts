import "server-only";
import type { ClaimTerms } from "#lib/contracts/claims/claims.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { claimTerms } from "#server/db/schema/claims.ts";

/** What the supplier's terms say, as the team has stated them. */
export async function currentClaimTerms(db: Database | Transaction): Promise<ClaimTerms> {
  const [row] = await db.select({ days: claimTerms.days }).from(claimTerms);
  return row ?? { days: null };
}

/**
 * States within how many days after the delivery a code has to be claimed. Applies to all claims at once. Audited with the earlier value.
 * @throws AppError `forbidden`, `reauthentication-required`.
 */
export async function changeClaimTerms(request: MemberRequest, { days }: ClaimTerms): Promise<ClaimTerms> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const { actor, clock, db } = request;
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, "claim-terms");
    const before = await currentClaimTerms(tx);
    if (before.days === days) return;
    const set = { days, updatedAt: clock.now(), updatedBy: actor.id };
    await tx.insert(claimTerms).values(set).onConflictDoUpdate({ target: claimTerms.id, set });
    await recordAudit(tx, {
      at: clock.now(),
      actorId: actor.id,
      action: "codes.claim-terms-changed",
      details: { days, before: before.days },
    });
  });
  return { days };
}
