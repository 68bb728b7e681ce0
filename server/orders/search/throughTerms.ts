import "server-only";
import { and, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Condition } from "./conditions.ts";
import type { TermPlan } from "./planTerms.ts";

/**
 * Runs a query that finds its rows through the index of terms, for conditions that few orders meet together. Conditions for which
 * the plan uses no index are checked on the rows that the others return. Transaction-local settings keep the planner from
 * choosing another plan.
 */
export function throughTerms<Result>(
  db: Database,
  conditions: readonly Condition[],
  { indexed }: TermPlan,
  run: (tx: Transaction, demanded: SQL | undefined) => Promise<Result>,
): Promise<Result> {
  const demanded = conditions.flatMap(({ kind, ...condition }, place) =>
    kind === "scope" ? [] : [indexed[place] === true ? condition.indexed : condition.checked],
  );
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit']) as name`,
    );
    return run(tx, and(...demanded));
  });
}
