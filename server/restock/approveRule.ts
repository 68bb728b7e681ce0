import "server-only";
import { eq } from "drizzle-orm";
import type { RestockRules } from "#lib/contracts/restock/restockRules.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { asDeputy } from "#server/context/standsInFor.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { listRules } from "./listRules.ts";
import { isApproved, lockRule, termsOf } from "./ruleRows.ts";

/**
 * Consents to what a rule that orders says in this version. Nobody consents to their own rule or to their own change of one, nor through an account that may be in the
 * same hands (docs/decisions/0026-accounts-in-others-hands.md).
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict`.
 */
export async function approveRule(
  request: MemberRequest,
  { ruleId, version }: { ruleId: string; version: number },
): Promise<RestockRules> {
  requirePermission(request, "orders.approve");
  await requireRecentSignIn(request);
  const { actor, clock, environment } = request;
  await request.db.transaction(async (tx) => {
    const row = await lockRule(tx, request, ruleId, version);
    if (row.ownerId === actor.id)
      throw new AppError(
        "forbidden",
        "You can't approve your own rule. Ask another member who approves orders.",
      );
    if (row.changedBy === actor.id)
      throw new AppError(
        "forbidden",
        "You have changed this rule, so you can't approve it. Ask another member who approves orders.",
      );
    await refuseSharedHands(request, tx, [...new Set([row.ownerId, row.changedBy])], {
      askedAt: row.updatedAt,
    });
    if (isApproved(row)) return;
    await tx
      .update(restockRules)
      .set({ approvedVersion: version, approvedBy: actor.id })
      .where(eq(restockRules.id, row.id));
    const deputy = await asDeputy(request, tx, "orders.approve");
    const { productId } = row;
    const details = { ...(productId === null ? {} : { productId }), ...termsOf(row), ...deputy };
    const entry = { at: clock.now(), environment, actorId: actor.id, memberId: row.ownerId };
    await recordAudit(tx, { ...entry, action: "restock-rule.approved", details });
  });
  return listRules(request);
}
