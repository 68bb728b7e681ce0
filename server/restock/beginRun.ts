import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#server/db/connect.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import type { RuleRow } from "./ruleRows.ts";

/** What a rule is about to do. */
export type NextRun = Omit<typeof restockRuns.$inferInsert, "ruleId" | "number">;
type Run = typeof restockRuns.$inferSelect;

/** Takes the next run of one rule, as `beginRuns` does. Null: not taken. */
export async function beginRun(tx: Transaction, rule: RuleRow, run: NextRun): Promise<Run | null> {
  return (await beginRuns(tx, [{ rule, run }]))[0] ?? null;
}

const takenSchema = z.array(z.object({ id: z.uuid(), runs: z.int() }));

/**
 * Takes the next run of each rule, except where another instance has taken it or somebody has changed, paused or removed the rule since it was
 * read: what one occasion asks for is done once, whatever runs twice (docs/architecture.md#invariants). Returns those that were taken.
 */
export async function beginRuns(
  tx: Transaction,
  asked: readonly { rule: RuleRow; run: NextRun }[],
): Promise<Run[]> {
  const { rows } = await tx.execute(sql`update ${restockRules} set runs = ${restockRules.runs} + 1
    from unnest(${sql.param(asked.map(({ rule }) => rule.id))}::uuid[], ${sql.param(asked.map(({ rule }) => rule.version))}::int[],
      ${sql.param(asked.map(({ rule }) => rule.runs))}::int[]) as known (id, version, runs)
    where ${restockRules.id} = known.id and ${restockRules.version} = known.version and ${restockRules.runs} = known.runs
      and not ${restockRules.paused} and ${restockRules.deletedAt} is null
    returning ${restockRules.id} as id, ${restockRules.runs} as runs`);
  const numbers = new Map(takenSchema.parse(rows).map(({ id, runs }) => [id, runs]));
  const begun = asked.flatMap(({ rule, run }) => {
    const number = numbers.get(rule.id);
    return number === undefined ? [] : [{ ...run, ruleId: rule.id, number }];
  });
  return begun.length === 0 ? [] : tx.insert(restockRuns).values(begun).returning();
}
