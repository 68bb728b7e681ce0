import "server-only";
import { eq } from "drizzle-orm";
import type { Releases } from "#lib/contracts/exportCodes.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { listReleases } from "./listReleases.ts";

const VALID_MS = DAY;

/**
 * Releases or refuses another member's export. Audited. Members cannot decide on their own exports.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict` (already decided).
 */
export async function decideRelease(
  request: MemberRequest,
  { releaseId, decision }: { releaseId: string; decision: "release" | "refuse" },
): Promise<Releases> {
  requirePermission(request, "codes.release");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(exportReleases)
      .where(eq(exportReleases.id, releaseId))
      .for("update");
    if (row === undefined || row.environment !== request.environment)
      throw new AppError("not-found", "This release request was not found. Reload the page.");
    if (row.requestedBy === request.actor.id)
      throw new AppError("forbidden", "Another member has to release your export. You can't do it yourself.");
    if (row.state !== "requested")
      throw new AppError("conflict", "This export was already released or refused. Nothing was changed.");
    const isReleased = decision === "release";
    await tx
      .update(exportReleases)
      .set({
        state: isReleased ? "released" : "refused",
        decidedBy: request.actor.id,
        decidedAt: now,
        validUntil: isReleased ? now + VALID_MS : null,
      })
      .where(eq(exportReleases.id, releaseId));
    await recordAudit(tx, {
      at: now,
      environment: row.environment,
      actorId: request.actor.id,
      memberId: row.requestedBy,
      action: isReleased ? "codes.release-granted" : "codes.release-refused",
      orderRow: row.orderRow,
      details: { first: row.first, count: row.count },
    });
  });
  return listReleases(request);
}
