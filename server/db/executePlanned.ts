import "server-only";
import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Database, Transaction } from "./connect.ts";

/** How many statements are named. Each connection keeps a plan for each name; further statements are planned every time. */
const MOST_NAMED = 64;
const names = new Map<string, string>();

/**
 * Runs a statement that is composed each time from parts, but has one of a few texts. Its name is derived from its text, so
 * each connection parses and plans it once, which for a write of a few parts costs as much as running it. Only for statements
 * that `prepared` would suit too.
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
