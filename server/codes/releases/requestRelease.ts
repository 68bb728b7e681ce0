import "server-only";
import { and, eq } from "drizzle-orm";
import type { ReleaseRequest, Releases } from "#lib/contracts/codes/exportCodes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { openOrderCodes } from "#server/codes/openOrderCodes.ts";
import { listReleases } from "./listReleases.ts";

/**
 * Asks the team to release an export of these codes. Asking again for the same codes changes nothing. Audited.
 * @throws the AppErrors of `openOrderCodes`, and `validation` (no reason).
 */
export async function requestRelease(request: MemberRequest, input: ReleaseRequest): Promise<Releases> {
  const { row } = await openOrderCodes(request, input.reference);
  const reason = requireReason(await currentCodeSettings(request.db), input.reason);
  const now = request.clock.now();
  const first = input.skip + 1;
  const count =
    row.delivered === null ? input.take : Math.min(input.take, Math.max(1, row.delivered - input.skip));
  await request.db.transaction(async (tx) => {
    const [open] = await tx
      .select({ id: exportReleases.id })
      .from(exportReleases)
      .where(
        and(
          eq(exportReleases.orderRow, row.id),
          eq(exportReleases.requestedBy, request.actor.id),
          eq(exportReleases.state, "requested"),
          eq(exportReleases.first, first),
          eq(exportReleases.count, count),
        ),
      )
      .limit(1);
    if (open !== undefined) return;
    const { environment } = row;
    await tx.insert(exportReleases).values({
      environment,
      orderRow: row.id,
      requestedBy: request.actor.id,
      requestedAt: now,
      first,
      count,
      reason,
      state: "requested",
    });
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: request.actor.id,
      action: "codes.release-requested",
      orderRow: row.id,
      details: { first, count, reason },
    });
  });
  return listReleases(request);
}
