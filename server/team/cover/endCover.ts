import "server-only";
import { and, eq } from "drizzle-orm";
import type { CoverView } from "#lib/contracts/team/cover.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { authoriseTeamChange, readRoleOf, requireHolding } from "#server/context/teamAuthority.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { listCover } from "./listCover.ts";
import { notOver } from "./coverRows.ts";

/**
 * Ends a cover at once, or takes one back that has not begun: by who is away, by the deputy, or by whoever manages the team. Audited.
 * @throws AppError `forbidden`, `not-found` (also if it is over).
 */
export async function endCover(request: MemberRequest, { coverId }: { coverId: string }): Promise<CoverView> {
  const { actor, clock, db } = request;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(covers)
      .where(and(eq(covers.id, coverId), notOver(now)))
      .for("update");
    if (row === undefined)
      throw new AppError("not-found", "This cover is over, or was ended. Reload the page.");
    if (row.memberId !== actor.id && row.deputyId !== actor.id) {
      const authority = await authoriseTeamChange(tx, request);
      requireHolding(authority, await readRoleOf(tx, row.memberId));
    }
    await tx.update(covers).set({ endedAt: now }).where(eq(covers.id, coverId));
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: "cover.ended",
      memberId: row.memberId,
      details: { deputyId: row.deputyId, from: row.startsOn, to: row.endsOn },
    });
  });
  return listCover(request);
}
