import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { HandOutReleaseRequest, Releases } from "#lib/contracts/codes/exportCodes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { lockReveals } from "#server/codes/revealBudget.ts";
import { listReleases } from "./listReleases.ts";

/**
 * Asks the team to release a number of further hand-outs, of whatever orders, for a day. Another number replaces the one that is still
 * undecided, so that a member has one open request; the same one changes nothing. Audited.
 * @throws AppError `forbidden`, `validation` (no reason).
 */
export async function requestHandOutRelease(
  request: MemberRequest,
  input: HandOutReleaseRequest,
): Promise<Releases> {
  requirePermission(request, "codes.reveal");
  const reason = requireReason(await currentCodeSettings(request.db), input.reason);
  const { environment, actor, clock } = request;
  const { count } = input;
  const now = clock.now();
  await request.db.transaction(async (tx) => {
    await lockReveals(tx);
    const [open] = await tx
      .select({ id: exportReleases.id, count: exportReleases.count })
      .from(exportReleases)
      .where(
        and(
          eq(exportReleases.environment, environment),
          isNull(exportReleases.orderRow),
          eq(exportReleases.requestedBy, actor.id),
          eq(exportReleases.state, "requested"),
        ),
      )
      .limit(1)
      .for("update");
    if (open?.count === count) return;
    if (open !== undefined) await tx.delete(exportReleases).where(eq(exportReleases.id, open.id));
    await tx.insert(exportReleases).values({
      environment,
      orderRow: null,
      requestedBy: actor.id,
      requestedAt: now,
      first: 1,
      count,
      reason,
      state: "requested",
    });
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "codes.hand-out-release-requested",
      details: { count, reason },
    });
  });
  return listReleases(request);
}
