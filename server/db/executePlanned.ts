import "server-only";
import { createHash } from "node:crypto";
import { sql, type Placeholder, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Database, Transaction } from "./connect.ts";
import { builtFor } from "./inTransaction.ts";
import { PLANNED_EACH_TIME } from "./prepared.ts";

/** A statement that is composed of parts. */
export type Composed = {
  purpose: string;
  /** The same for statements of one purpose that have the same text. */
  shape: string;
  /** Its parts, with placeholders for its values. */
  build: () => Parts;
  values: Record<string, unknown>;
};

/** A change, which returns a row if it was made, and what is written with it: an effect where `written` has a row. */
type Parts = readonly [change: SQLWrapper, ...further: ((written: SQL) => SQL)[]];

/**
 * How many statements are kept for each purpose. Each connection keeps a plan for each of them; further ones are built and planned
 * every time.
 */
const MOST_KEPT = 64;
const named = new Map<string, Set<string>>();
type Statement = ReturnType<typeof compose>;
const kept = new WeakMap<Database | Transaction, Map<string, Statement>>();

/**
 * Runs a statement that is composed of parts, but has one of a few texts: as one transaction. It is built once for each database or,
 * in a transaction (`inTransaction`), for each connection, and each connection parses and plans it once: for a write of a few parts, either costs as much as running it. Only for
 * statements that `prepared` would suit too. Returns whether the change was made.
 */
export async function executePlanned(db: Database | Transaction, composed: Composed): Promise<boolean> {
  const home = builtFor(db);
  const known = kept.get(home) ?? new Map<string, Statement>();
  kept.set(home, known);
  const name = nameOf(composed);
  const statement = known.get(name) ?? compose(home, composed.build(), name);
  if (name !== PLANNED_EACH_TIME) known.set(name, statement);
  return (await statement.execute(composed.values)).length === 1;
}

function nameOf({ purpose, shape }: Composed): string {
  const shapes = named.get(purpose) ?? new Set();
  named.set(purpose, shapes);
  if (!shapes.has(shape) && shapes.size >= MOST_KEPT) return PLANNED_EACH_TIME;
  shapes.add(shape);
  return `planned_${createHash("md5").update(`${purpose}\n${shape}`).digest("hex")}`;
}

function compose(db: Database | Transaction, [change, ...further]: Parts, name: string) {
  const written = db.$with("written", {}).as(change.getSQL());
  const parts = further.map((part, at) => db.$with(`part_${at}`, {}).as(part(sql`select 1 from written`)));
  return db
    .with(written, ...parts)
    .select({ one: sql`1` })
    .from(sql`written`)
    .prepare(name);
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
