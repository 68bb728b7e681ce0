import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import type { RuleRow } from "./ruleRows.ts";

/**
 * Takes the next run of a rule, unless another instance has taken it or somebody has changed, paused or removed the rule since it was read: what
 * one occasion asks for is done once, whatever runs twice (docs/architecture.md#invariants). Null: not taken.
 */
export async function beginRun(
  tx: Transaction,
  { id, version, runs }: RuleRow,
  run: Omit<typeof restockRuns.$inferInsert, "ruleId" | "number">,
): Promise<typeof restockRuns.$inferSelect | null> {
  const [taken] = await tx
    .update(restockRules)
    .set({ runs: sql`${restockRules.runs} + 1` })
    .where(
      and(
        eq(restockRules.id, id),
        eq(restockRules.version, version),
        eq(restockRules.runs, runs),
        eq(restockRules.paused, false),
        sql`${restockRules.deletedAt} is null`,
      ),
    )
    .returning({ number: restockRules.runs });
  if (taken === undefined) return null;
  const [begun] = await tx
    .insert(restockRuns)
    .values({ ...run, ruleId: id, number: taken.number })
    .returning();
  return begun ?? null;
}
