import "server-only";
import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { DAY } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { handsOf } from "#server/context/handsOf.ts";
import type { Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { countedWith } from "./countedWith.ts";
import { CODES_OF_RECORD, SPENDING } from "./revealBudget.ts";

/**
 * Whether a member would take more than `most` codes within a day, without those that were released to them: `own` with their service
 * tokens alone, `shared` with the accounts that may be in the same hands. Otherwise whoever manages the team would take any number
 * alone, by the accounts that they add (docs/decisions/0026-accounts-in-others-hands.md).
 */
export async function isBeyondDay(
  tx: Transaction,
  request: MemberRequest,
  further: number,
  most: number,
): Promise<"own" | "shared" | null> {
  const taken = await takenByEach(tx, request);
  const own = new Set(await countedWith(tx, request.actor.id));
  let codes = further;
  for (const id of own) codes += taken.get(id) ?? 0;
  if (codes > most) return "own";
  const others = [...taken].filter(([id, count]) => count > 0 && !own.has(id));
  // The makers of accounts are looked up only where they can make a difference.
  if (others.reduce((sum, [, count]) => sum + count, codes) <= most) return null;
  const hands = await handsOf(request, tx, request.actor.id);
  for (const [id, count] of others) {
    const shares = [...(await handsOf(request, tx, id)).keys()].some((maker) => hands.has(maker));
    if (shares) codes += count;
    if (codes > most) return "shared";
  }
  return null;
}

/** Released codes do not count against the next ones. */
async function takenByEach(
  tx: Transaction,
  { environment, clock }: MemberRequest,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({
      id: sql<string>`${auditRecords.actorId}`,
      codes: sql<number>`coalesce(sum(${CODES_OF_RECORD}), 0)::float8`,
    })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, clock.now() - DAY),
        eq(auditRecords.environment, environment),
        isNotNull(auditRecords.actorId),
        inArray(auditRecords.action, SPENDING),
        sql`${auditRecords.details}->>'release' is null`,
      ),
    )
    .groupBy(auditRecords.actorId);
  return new Map(rows.map(({ id, codes }) => [id, codes]));
}
