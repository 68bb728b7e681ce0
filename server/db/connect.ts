import "server-only";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Database } from "../context.ts";

export type Connection = { db: Database; pool: Pool; close: () => Promise<void> };

/** A pool on the ledger. Names in TypeScript are camelCase, in SQL snake_case. */
export function connect(url: string, size = 20): Connection {
  const pool = new Pool({
    connectionString: url,
    max: size,
    // A database that does not answer becomes an error, not a page that never comes.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "codedesk",
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}
