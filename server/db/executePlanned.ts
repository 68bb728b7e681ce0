import "server-only";
import { createHash } from "node:crypto";
import { sql, type Placeholder, type Query, type SQL, type SQLWrapper } from "drizzle-orm";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Database, Transaction } from "./connect.ts";

/** A statement that is composed of parts. */
export type Composed = {
  purpose: string;
  /** The same for statements of one purpose that have the same text. */
  shape: string;
  /** The statement with placeholders for its values. Called once for each shape. */
  build: () => SQL;
  values: Record<string, unknown>;
};

/**
 * How many statements are kept for each purpose. Each connection keeps a plan for each of them; further ones are built and planned
 * every time.
 */
const MOST_KEPT = 64;
type Kept = { query: Query; name: string | undefined };
const kept = new Map<string, Map<string, Kept>>();

/**
 * Runs a statement that is composed of parts, but has one of a few texts. It is built once, and each connection parses and plans it
 * once: for a write of a few parts, either costs as much as running it. Only for statements that `prepared` would suit too.
 */
export function executePlanned(
  db: Database | Transaction,
  { purpose, shape, build, values }: Composed,
): Promise<Pick<QueryResult, "rowCount">> {
  const known = kept.get(purpose) ?? new Map<string, Kept>();
  kept.set(purpose, known);
  const { query, name } = known.get(shape) ?? keep(known, shape, db.execute(build()).getQuery());
  return db._.session
    .prepareQuery<PreparedQueryConfig & { execute: QueryResult }>(query, undefined, name, false)
    .execute(values);
}

function keep(known: Map<string, Kept>, shape: string, query: Query): Kept {
  if (known.size >= MOST_KEPT) return { query, name: undefined };
  const made = { query, name: `planned_${createHash("md5").update(query.sql).digest("hex")}` };
  known.set(shape, made);
  return made;
}

/**
 * A change and what is written with it, as one statement, which is one transaction. Each of `further` is a statement that has an
 * effect where `written` has a row: where the change was made.
 */
export function changeWith(change: SQLWrapper, further: readonly ((written: SQL) => SQL)[]): SQL {
  const written = sql`select 1 from written`;
  const parts = further.map((part, at) => sql`${sql.identifier(`part_${at}`)} as (${part(written)})`);
  return sql`with ${sql.join([sql`written as ${change}`, ...parts], sql`, `)} ${written}`;
}

type Columns = Readonly<Record<string, unknown>>;

/** The part of a shape that is about these columns: the driver would encode a null given to a placeholder like a value. */
export function shapeOf(columns: Columns): string {
  const names = Object.entries(columns).map(([name, value]) => (value === null ? `${name} null` : name));
  return names.toSorted().join(", ");
}

/** Columns as they are written with values of the same names. */
export function placeholdersFor<C extends Columns>(columns: C): { [Name in keyof C]: Placeholder | SQL } {
  const written = Object.entries(columns).map(([name, value]) => [
    name,
    value === null ? sql`null` : sql.placeholder(name),
  ]);
  return Object.fromEntries(written);
}
