import "server-only";
import { MINUTE } from "#lib/time/instant.ts";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { DashboardClient } from "./dashboardClient.ts";
import { PatientPool } from "./patientPool.ts";

/** How names of TypeScript are written in SQL. */
export const CASING = "snake_case";
export type Database = NodePgDatabase;
/** Inside `db.transaction(...)`; verbs that only read accept either. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type Connection = { db: Database; pool: Pool; close: () => Promise<void> };

/** The database cancels a statement after this time. Milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A database that has not answered a statement for this long counts as gone. Milliseconds. */
const SILENCE_TIMEOUT_MS = 45_000;

/**
 * Opens a pool of connections to the database.
 * @param size the most connections at a time
 * @param silenceMs how long to wait for an answer before a connection is given up
 */
export function connect(url: string, size = 20, silenceMs = SILENCE_TIMEOUT_MS): Connection {
  const pool = new PatientPool({
    connectionString: url,
    max: size,
    // If the database does not answer, people get an error and not a page that never loads.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: silenceMs,
    idle_in_transaction_session_timeout: MINUTE,
    application_name: "codedesk",
    Client: DashboardClient,
  });
  // A broken connection fails the statement that uses it, and the pool replaces it. Without these listeners, a connection that
  // breaks while idle, or between two statements of a transaction, would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const open = new Set<DashboardClient>();
  pool.on("connect", (client) => {
    if (client instanceof DashboardClient) giveUpTogether(client, open);
  });
  return { db: drizzle(pool, { casing: CASING }), pool, close: () => pool.end() };
}

/**
 * Closes a connection on which a statement gets no answer, and all idle ones with it. A server that vanishes (a failover, a
 * firewall) leaves connections that never answer and are never closed: the operating system would wait a quarter of an hour, and
 * each idle one would cost another statement. An idle connection that still worked is simply opened again.
 */
function giveUpTogether(client: DashboardClient, open: Set<DashboardClient>): void {
  open.add(client);
  client.on("end", () => open.delete(client));
  client.onSilence = () => {
    for (const other of open) {
      if (other !== client && other.isWaiting) continue;
      void other.end();
      // By this the pool learns that an idle one is of no use any more.
      other.emit("error", new Error("the database stopped answering"));
    }
  };
}
