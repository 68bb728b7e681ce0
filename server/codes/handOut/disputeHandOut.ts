import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";

/**
 * Records that a customer disputes a code, or no longer does. The code never becomes unused again. Audited unless nothing
 * changes, because two tabs or a second click may say the same twice.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function disputeHandOut(
  request: MemberRequest,
  { handOutId, disputed }: { handOutId: string; disputed: boolean },
): Promise<{ state: "handed_out" | "disputed" }> {
  requirePermission(request, "codes.reveal");
  const state = disputed ? "disputed" : "handed_out";
  await request.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(codeHandOuts)
      .where(and(eq(codeHandOuts.id, handOutId), eq(codeHandOuts.environment, request.environment)))
      .for("update");
    if (row === undefined) throw new AppError("not-found", "This hand-out was not found. Reload the page.");
    if (row.state === state) return;
    await tx.update(codeHandOuts).set({ state }).where(eq(codeHandOuts.id, row.id));
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: request.environment,
      actorId: request.actor.id,
      action: "codes.hand-out-disputed",
      orderRow: row.orderRow,
      details: { disputed, customerReference: row.customerReference },
    });
  });
  return { state };
}
