import "server-only";
import type { Database } from "./connect.ts";

/**
 * A statement that is asked with every request: put together once for each database, and taken apart and planned by it once for
 * each connection, which costs more than answering it. `build` ends in `.prepare(name)`, with a name of its own.
 *
 * For statements whose plan does not depend on how many rows a table has: a plan stays until the table is analysed.
 */
export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    statements.set(db, made);
    return made;
  };
}
