import "server-only";
import { and, eq } from "drizzle-orm";
import { MINUTE } from "#lib/time/instant.ts";
import { permits } from "#lib/members/roles.ts";
import { recordAudit } from "#server/audit/record.ts";
import { noteFingerprintsExposed } from "#server/codes/noteExposed.ts";
import { lockReveals } from "#server/codes/revealBudget.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";

/** For how long a hand-out can be taken back: until the customer has the code, as far as anybody can tell. */
export const TAKEN_BACK_WITHIN = 10 * MINUTE;

type HandOutRow = typeof codeHandOuts.$inferSelect;

/**
 * Takes back a hand-out that was a mistake, before the customer has the code. The code is left again, but as one that was revealed: whoever
 * handed it out has seen it, so it is never untouched again. Audited.
 * @throws AppError `forbidden`, `not-found`; `conflict` if it is too late, or the customer disputes the code.
 */
export async function takeBackHandOut(
  request: MemberRequest,
  { handOutId }: { handOutId: string },
): Promise<void> {
  requirePermission(request, "codes.reveal");
  const { environment, actor, clock } = request;
  await request.db.transaction(async (tx) => {
    // A hand-out at the same moment finds the code either handed out or revealed.
    await lockReveals(tx);
    const [row] = await tx
      .select()
      .from(codeHandOuts)
      .where(and(eq(codeHandOuts.id, handOutId), eq(codeHandOuts.environment, environment)))
      .for("update");
    if (row === undefined) throw new AppError("not-found", "This hand-out was not found. Reload the page.");
    requireTheirs(request, row);
    requireInTime(row, clock.now());
    await tx.delete(codeHandOuts).where(eq(codeHandOuts.id, row.id));
    const listed = await tx
      .select({ fingerprint: codeFingerprints.fingerprint })
      .from(codeFingerprints)
      .where(and(eq(codeFingerprints.orderRow, row.orderRow), eq(codeFingerprints.index, row.index)));
    // Versions before may have stored another fingerprint with the hand-out than with the order.
    const names = [row, ...listed].map(({ fingerprint }) => fingerprint);
    await noteFingerprintsExposed(tx, request, names, "revealed");
    await recordAudit(tx, {
      at: clock.now(),
      environment,
      actorId: actor.id,
      action: "codes.hand-out-taken-back",
      orderRow: row.orderRow,
      details: { count: 1, customerReference: row.customerReference, takeId: row.takeId },
    });
  });
}

/** Whether this member may take back this hand-out: it is theirs, or they manage the team. */
export function mayTakeBack({ actor }: MemberRequest, { takenBy }: Pick<HandOutRow, "takenBy">): boolean {
  return takenBy === actor.id || permits(actor, "team.manage");
}

function requireTheirs(request: MemberRequest, row: HandOutRow): void {
  if (mayTakeBack(request, row)) return;
  throw new AppError("forbidden", "Only who handed out a code, or who manages the team, can undo it.");
}

function requireInTime({ takenAt, state }: HandOutRow, now: number): void {
  if (now > takenAt + TAKEN_BACK_WITHIN)
    throw new AppError(
      "conflict",
      `A hand-out can be undone for ${TAKEN_BACK_WITHIN / MINUTE} minutes. The customer may have the code by now.`,
    );
  if (state === "disputed")
    throw new AppError("conflict", "The customer disputes this code, so it was used. It can't be undone.");
}
