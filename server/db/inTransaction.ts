import "server-only";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import { CASING, type Database, type Transaction } from "./connect.ts";

/** The database as seen through one connection, which runs its statements in whatever transaction it has open. */
const databases = new WeakMap<PoolClient, Database>();
const throughWhich = new WeakMap<Database | Transaction, Database>();

/**
 * Runs a transaction for which statements are not built anew: building one of many columns costs more than running it. `prepared` and
 * `executePlanned` keep them for its connection.
 */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const pool = poolOf(db);
  if (pool === null) return db.transaction(work);
  const client = await pool.connect();
  try {
    const connection = databases.get(client) ?? drizzle({ client, casing: CASING });
    databases.set(client, connection);
    return await connection.transaction((tx) => {
      throughWhich.set(tx, connection);
      return work(tx);
    });
  } finally {
    client.release();
  }
}

/** Null for a transaction, which some callers have in place of the database. */
function poolOf(db: Database & { $client?: unknown }): Pool | null {
  return db.$client instanceof Pool ? db.$client : null;
}

/** For what a statement is built that is to run here: for a connection, the whole database or, in any other transaction, only for that. */
export function builtFor(db: Database | Transaction): Database | Transaction {
  return throughWhich.get(db) ?? db;
}
