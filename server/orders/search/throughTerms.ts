import "server-only";
import { and, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Condition } from "./conditions.ts";

/** Above this share of all orders, and this many times the share of the rarest condition, reading a condition's index entries costs more than it saves. */
const WORTH_AN_INDEX = 0.05;
const TIMES_RAREST = 4;

/**
 * Runs a query that finds its rows through the index of terms, for conditions that few orders meet together. A condition that many orders
 * meet is checked on the rows that the others find. Settings of the transaction keep the planner from choosing another plan.
 * @param shares for each condition, the share of orders that meets it, 0 to 1, as far as known.
 */
export function throughTerms<Result>(
  db: Database,
  conditions: readonly Condition[],
  shares: readonly number[],
  run: (tx: Transaction, demanded: SQL | undefined) => Promise<Result>,
): Promise<Result> {
  const share = (place: number) => shares[place] ?? 0;
  const rarest = Math.min(...conditions.map((_, place) => share(place)));
  const demanded = conditions.map(({ indexed, checked }, place) =>
    share(place) <= Math.max(TIMES_RAREST * rarest, WORTH_AN_INDEX) ? indexed : checked,
  );
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit']) as name`,
    );
    return run(tx, and(...demanded));
  });
}
