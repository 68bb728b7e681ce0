import "server-only";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import type { SituatedRule } from "./readSituations.ts";

/**
 * Notes why a rule could not act, and has its owner told: once, until the reason is another or gone. The audit record is what the notice is
 * made from.
 */
export async function noteProblem(
  { db, clock }: Pick<Program, "db" | "clock">,
  { rule, productName }: Pick<SituatedRule, "rule" | "productName">,
  problem: RestockProblem,
  message: string,
): Promise<void> {
  if (rule.problem === problem) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [noted] = await tx
      .update(restockRules)
      .set({ problem, problemMessage: message, problemSince: now })
      .where(and(eq(restockRules.id, rule.id), sql`${restockRules.problem} is distinct from ${problem}`))
      .returning({ id: restockRules.id });
    if (noted === undefined) return;
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.unable",
      details: { productId: rule.productId, productName, problem, message },
    });
  });
}

/** Forgets a problem that is gone. */
export async function clearProblem(
  { db }: Pick<Program, "db">,
  { id, problem }: SituatedRule["rule"],
): Promise<void> {
  if (problem === null) return;
  await db
    .update(restockRules)
    .set({ problem: null, problemMessage: null, problemSince: null })
    .where(and(eq(restockRules.id, id), isNotNull(restockRules.problem)));
}
