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

/** The server gives up a statement after this; then it says so. */
const STATEMENT = 30_000;
/** A server that says nothing for so long in the middle of a statement is not there any more. */
const SILENCE = 45_000;

/** A pool on the ledger. Names in TypeScript are camelCase, in SQL snake_case. Times in milliseconds. */
export function connect(url: string, size = 20, silence = SILENCE): Connection {
  dropParametersFromErrors();
  const pool = new Pool({
    connectionString: url,
    max: size,
    // A database that does not answer becomes an error, not a page that never comes.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT,
    idle_in_transaction_session_timeout: MINUTE,
    application_name: "codedesk",
  });
  // A connection that breaks fails the statement it is used for, and the pool replaces it. Without these listeners one that
  // breaks while idle, or between two statements of a transaction, would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", (client) => endWhenSilent(client, silence));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}

/**
 * A server that vanishes without a word (a failover, a firewall) leaves connections that never answer, and never end: whoever
 * waits for one would wait for a quarter of an hour. Connections that nothing is asked of are left alone.
 */
function endWhenSilent(client: PoolClient, silence: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silence);
  stream.on("timeout", () => {
    const isAsked = "readyForQuery" in client && client.readyForQuery === false;
    if (isAsked) stream.destroy(new Error("the database fell silent"));
    else stream.setTimeout(silence);
  });
}
