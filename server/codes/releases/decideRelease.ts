import "server-only";
import { eq } from "drizzle-orm";
import type { Releases } from "#lib/contracts/codes/exportCodes.ts";
import { permits } from "#lib/members/roles.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit, type AuditEntry } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { asDeputy } from "#server/context/standsInFor.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import type { Transaction } from "#server/db/connect.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { memberNames } from "#server/orders/ledger/orderView.ts";
import { countedWith } from "#server/codes/countedWith.ts";
import { listReleases } from "./listReleases.ts";

const VALID_MS = DAY;

/**
 * Releases or refuses another member's export or hand-outs. Audited. Members cannot decide on their own, nor on those of their
 * service tokens.
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
    const asking = await countedWith(tx, row.requestedBy);
    if (asking.includes(request.actor.id))
      throw new AppError(
        "forbidden",
        "Another member has to release what you ask for. You can't do it yourself.",
      );
    if (decision === "release") await refuseSharedHands(request, tx, asking, { askedAt: row.requestedAt });
    if (row.state !== "requested")
      throw new AppError("conflict", await whoDecided(tx, row, request.actor.id));
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
      ...decisionOn(row, isReleased, await asDeputy(request, tx, "codes.release")),
    });
  });
  // Whoever releases need not hold what the list of releases asks for.
  return permits(request.actor, "codes.reveal") ? listReleases(request) : { items: [] };
}

/** What is recorded of a decision: for an export, of its order; for hand-outs, of no order. */
function decisionOn(
  { orderRow, first, count }: typeof exportReleases.$inferSelect,
  isReleased: boolean,
  deputy: { deputyOf?: string[] },
): Pick<AuditEntry, "action" | "orderRow" | "details"> {
  if (orderRow === null) {
    const action = isReleased ? "codes.hand-out-release-granted" : "codes.hand-out-release-refused";
    return { action, details: { count, ...deputy } };
  }
  const action = isReleased ? "codes.release-granted" : "codes.release-refused";
  return { action, orderRow, details: { first, count, ...deputy } };
}

/** Says who decided on a request before, and what, to a member who comes too late. */
async function whoDecided(
  db: Transaction,
  { decidedBy, state, orderRow }: typeof exportReleases.$inferSelect,
  readerId: string,
): Promise<string> {
  const names = await memberNames(db, [decidedBy]);
  const by = decidedBy === readerId ? "You have" : `${names.get(decidedBy ?? "") ?? "Another member"} has`;
  const what = orderRow === null ? "these hand-outs" : "this export";
  return `${by} already ${state === "refused" ? "refused" : "released"} ${what}. Nothing was changed.`;
}
