import "server-only";
import { MINUTE } from "#lib/time/instant.ts";
import { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import { dropParametersFromErrors } from "./withoutParameters.ts";

export type Database = NodePgDatabase;
/** Inside `db.transaction(...)`; verbs that only read accept either. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type Connection = { db: Database; pool: Pool; close: () => Promise<void> };

/** The database cancels a statement after this time. Milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A database that sends nothing for this long during a statement counts as gone. Milliseconds. */
const SILENCE_TIMEOUT_MS = 45_000;

/**
 * Opens a pool of connections to the database. Names are camelCase in TypeScript and snake_case in SQL.
 * @param size most connections at a time
 * @param silenceMs after how long without an answer a connection is given up
 */
export function connect(url: string, size = 20, silenceMs = SILENCE_TIMEOUT_MS): Connection {
  dropParametersFromErrors();
  const pool = new Pool({
    connectionString: url,
    max: size,
    // A database that does not answer leads to an error, not to a page that never loads.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: MINUTE,
    application_name: "codedesk",
  });
  // A connection that breaks fails the statement it is used for, and the pool replaces it. Without these listeners one that
  // breaks while idle, or between two statements of a transaction, would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", (client) => endIfUnanswered(client, silenceMs));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}

/**
 * Ends a connection on which a statement gets no answer. A server that vanishes (a failover, a firewall) leaves connections that
 * never answer and are never closed: the operating system would wait a quarter of an hour. Idle connections are left alone.
 */
function endIfUnanswered(client: PoolClient, silenceMs: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silenceMs);
  stream.on("timeout", () => {
    const isWaiting = "readyForQuery" in client && client.readyForQuery === false;
    if (isWaiting) stream.destroy(new Error("the database stopped answering"));
    else stream.setTimeout(silenceMs);
  });
}
