import "server-only";
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { HandOut } from "#lib/contracts/codes/handOut.ts";
import { HOUR } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";

const UNDONE = "codes.hand-out-undone" as const;
const TAKEN_BACK = "codes.hand-out-taken-back" as const;
/** How long a take may be sent again, as far as what was undone of it counts. */
const REPEATED_FOR = HOUR;

/**
 * Undoes hand-outs of codes that the service no longer lists, except those that somebody was shown before. They are marked as missing by
 * now, so that nobody takes them again unless the service lists them again. Returns the hand-outs that are left.
 */
export async function undoHandOuts(
  request: MemberRequest,
  takeId: string,
  lost: readonly HandOut[],
): Promise<Set<string>> {
  return request.db.transaction(async (tx) => {
    const among = inArray(
      codeHandOuts.id,
      lost.map(({ id }) => id),
    );
    const undone = await tx
      .delete(codeHandOuts)
      .where(and(among, isNull(codeHandOuts.shownAt)))
      .returning({ orderRow: codeHandOuts.orderRow, customerReference: codeHandOuts.customerReference });
    for (const [orderRow, codes] of Map.groupBy(undone, (code) => code.orderRow)) {
      await recordAudit(tx, {
        at: request.clock.now(),
        environment: request.environment,
        actorId: request.actor.id,
        action: UNDONE,
        orderRow,
        details: { count: codes.length, customerReference: codes[0]?.customerReference, takeId },
      });
    }
    const left = await tx.select({ id: codeHandOuts.id }).from(codeHandOuts).where(among);
    return new Set(left.map(({ id }) => id));
  });
}

/** How many codes of a take were handed out, and undone again because they could not be shown, or taken back by somebody. */
export async function countUndone(
  tx: Transaction,
  request: MemberRequest,
  takeId: string,
): Promise<{ undone: number; takenBack: number }> {
  const { at, environment, action, details } = auditRecords;
  const rows = await tx
    .select({ action, codes: sql<number>`sum((${details} ->> 'count')::int)::int` })
    .from(auditRecords)
    .where(
      and(
        gt(at, request.clock.now() - REPEATED_FOR),
        eq(environment, request.environment),
        inArray(action, [UNDONE, TAKEN_BACK]),
        sql`${details} ->> 'takeId' = ${takeId}`,
      ),
    )
    .groupBy(action);
  const codesOf = (wanted: string) => rows.find((row) => row.action === wanted)?.codes ?? 0;
  return { undone: codesOf(UNDONE), takenBack: codesOf(TAKEN_BACK) };
}
