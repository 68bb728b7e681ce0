import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { MOST_HAND_OUTS, type HandOuts, type ReadHandOutsRequest } from "#lib/contracts/handOut.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { spendRevealBudget } from "#server/codes/revealBudget.ts";
import { isOfCustomer } from "./isOfCustomer.ts";
import { showHandOuts } from "./showHandOuts.ts";

/**
 * Shows again what was handed to a customer: for a member who lost the answer, and for later questions. Audited and counted like
 * a reveal.
 * @throws as `takeCodes`.
 */
export async function readHandOuts(request: MemberRequest, input: ReadHandOutsRequest): Promise<HandOuts> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
  const reason = requireReason(await currentCodeSettings(request.db), input.reason);
  const { environment, actor, clock } = request;
  const ids = await request.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: codeHandOuts.id, orderRow: codeHandOuts.orderRow })
      .from(codeHandOuts)
      .where(and(eq(codeHandOuts.environment, environment), isOfCustomer(input.customerReference)))
      .orderBy(desc(codeHandOuts.takenAt))
      .limit(MOST_HAND_OUTS);
    if (rows.length > 0) await spendRevealBudget(tx, request, rows.length);
    const orders = new Set(rows.map(({ orderRow }) => orderRow));
    for (const orderRow of orders) {
      const count = rows.filter((row) => row.orderRow === orderRow).length;
      await recordAudit(tx, {
        at: clock.now(),
        environment,
        actorId: actor.id,
        action: "codes.hand-out-read",
        orderRow,
        details: { count, customerReference: input.customerReference, reason },
      });
    }
    return rows.map(({ id }) => id);
  });
  return showHandOuts(request, ids);
}
