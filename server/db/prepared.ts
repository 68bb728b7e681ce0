import "server-only";
import type { Database, Transaction } from "./connect.ts";
import { builtFor } from "./inTransaction.ts";

/** A name for `.prepare(…)`: the statement is built once, and the database plans it each time with the current values. */
export const PLANNED_EACH_TIME = "";

/**
 * Prepares a statement that runs with every request: it is built once for each database, or each connection
 * (`inTransaction`), and planned once for each connection,
 * which costs more than running it. `build` ends in `.prepare(name)` with a unique name. Only for statements whose plan does not
 * depend on the number of rows, because a plan is kept until the table is analysed: look-ups of a few rows by an index, which at
 * worst scan a table that had a few rows until it is analysed again, within a minute of its growth. Others are prepared as
 * `PLANNED_EACH_TIME`.
 */
export function prepared<Statement>(
  build: (db: Database) => Statement,
): (db: Database | Transaction) => Statement {
  const statements = new WeakMap<Database | Transaction, Statement>();
  return (db) => {
    const home = builtFor(db);
    const known = statements.get(home);
    if (known !== undefined) return known;
    const made = build(home);
    statements.set(home, made);
    return made;
  };
}
