import "server-only";
import { and, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Condition } from "./conditions.ts";

/** Above this share of the orders, and above so many times the share of the rarest condition, reading the entries of a condition costs more than it spares. */
const WORTH_AN_INDEX = 0.05;
const TIMES_RAREST = 4;

/**
 * Runs a query whose rows are found through the index of terms, for conditions that together hold of few orders. Those that alone hold
 * of many are checked on the rows that the others find. The planner knows neither: it is told by settings of the transaction.
 * @param shares what part of the orders each condition holds of, as far as is known.
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
