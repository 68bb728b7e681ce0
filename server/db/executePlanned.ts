import "server-only";
import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Database, Transaction } from "./connect.ts";

/** Texts with a name. Each connection keeps the plan of each; what has a further text is planned each time. */
const MOST_NAMED = 64;
const names = new Map<string, string>();

/**
 * Runs a statement that is put together anew each time, of parts that depend on the case, and has one of few texts. It gets a name by its
 * text, so each connection parses and plans it once: for a write of a few parts, that costs as much as running it. Only for statements
 * that `prepared` would fit too.
 */
export function executePlanned(
  db: Database | Transaction,
  statement: SQL,
): Promise<Pick<QueryResult, "rowCount">> {
  const query = db.execute(statement).getQuery();
  return db._.session
    .prepareQuery<PreparedQueryConfig & { execute: QueryResult }>(query, undefined, nameOf(query.sql), false)
    .execute();
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMED) return known;
  const name = `planned_${createHash("md5").update(text).digest("hex")}`;
  names.set(text, name);
  return name;
}
