import "server-only";
import type { ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { authoriseTeamChange } from "#server/context/teamAuthority.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { approvalSettings } from "#server/db/schema/approvals.ts";
import { approversAmong } from "#server/orders/deciders/approversAmong.ts";
import { currentApprovalSettings } from "#server/orders/deciders/currentApprovalSettings.ts";

/**
 * What happens to orders that wait for approval, for whoever manages the team.
 * @throws AppError `forbidden`.
 */
export function readApprovalSettings(request: MemberRequest): Promise<ApprovalSettings> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  return currentApprovalSettings(request.db, request.environment);
}

/**
 * Changes it, also for orders that wait already. Audited with what it was before.
 * @throws AppError `forbidden`, `reauthentication-required`; `validation` for a next approver who can't approve orders here.
 */
export async function changeApprovalSettings(
  request: MemberRequest,
  input: ApprovalSettings,
): Promise<ApprovalSettings> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  await requireRecentSignIn(request);
  const { db, environment, actor, clock } = request;
  const now = clock.now();
  const wanted = { ...input, nextApprovers: [...new Set(input.nextApprovers)] };
  await db.transaction(async (tx) => {
    await authoriseTeamChange(tx, request);
    // Changes are serialised, so that the record of each has the previous values.
    await lockUntilCommit(tx, "approval-settings");
    const able = await approversAmong(tx, environment, wanted.nextApprovers);
    if (able.length < wanted.nextApprovers.length) {
      const message = "One of the next approvers can't approve orders here. Choose others.";
      throw new AppError("validation", message, { fields: { nextApprovers: message } });
    }
    const before = await currentApprovalSettings(tx, environment);
    const set = { ...wanted, updatedAt: now, updatedBy: actor.id };
    await tx
      .insert(approvalSettings)
      .values({ environment, ...set })
      .onConflictDoUpdate({ target: approvalSettings.environment, set });
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "approval-settings.changed",
      details: { ...wanted, before },
    });
  });
  return wanted;
}
