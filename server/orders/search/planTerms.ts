import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#server/db/connect.ts";
import type { Condition } from "./conditions.ts";

/** What it costs to find rows through the indexes, in microseconds on one core with half of the rows in memory. */
const US = {
  /** For each order that contains a whole term. */
  term: 0.04,
  /** For each order that contains one of a few whole terms. */
  terms: 0.1,
  /** For each order that contains a term with a beginning: all of them are collected first. */
  beginning: 0.2,
  /** For each order with a value in a range. */
  range: 0.2,
  /** For each order found by all indexed conditions together, before the other indexes are used. */
  found: 0.08,
  /** For each row that is read. */
  row: 3,
};
/**
 * The largest number of conditions that are tried in every combination. The remaining ones are more frequent, and are checked on
 * the rows.
 */
const TRIED = 8;

/** The best way to find rows through the indexes: which conditions use them, and what that costs. */
export type TermPlan = { indexed: readonly boolean[]; costUs: number };

/**
 * Chooses the conditions that are worth reading from the index, given how many orders meet each of them; the others are checked
 * on the rows that the index returns.
 * @param shares for each condition, the share of orders that meets it, 0 to 1, as far as known
 * @param total how many orders there are; `scope`: how many of them are within the filter's states and days
 */
export function chooseTerms(
  kinds: readonly Condition["kind"][],
  shares: readonly number[],
  { total, scope }: { total: number; scope: number },
): TermPlan {
  const costOf = (place: number) => {
    const kind = kinds[place];
    if (kind === undefined || kind === "scope" || kind === "row") return null;
    return US[kind] * (shares[place] ?? 0) * total;
  };
  const tried = kinds
    .map((_, place) => place)
    .filter((place) => costOf(place) !== null)
    .toSorted((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0))
    .slice(0, TRIED);
  // If few orders are in the given states and days, they are read without the index of terms.
  let best: TermPlan = { indexed: kinds.map(() => false), costUs: scope * US.row };
  for (let choice = 1; choice < 2 ** tried.length; choice += 1) {
    const chosen = new Set(tried.filter((_, bit) => Math.floor(choice / 2 ** bit) % 2 === 1));
    let meeting = 1;
    let reading = 0;
    for (const place of chosen) {
      meeting *= shares[place] ?? 0;
      reading += costOf(place) ?? 0;
    }
    // States and days are either read from their index or checked on each row that the other indexes return: the planner chooses
    // the cheaper way.
    const rows = Math.min(scope * US.range + meeting * scope * US.row, meeting * total * US.row);
    const costUs = reading + meeting * total * US.found + rows;
    if (costUs < best.costUs) best = { indexed: kinds.map((_, place) => chosen.has(place)), costUs };
  }
  return best;
}

const totalSchema = z.tuple([z.object({ total: z.coerce.number() })]);
const planSchema = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
]);

/** Plans from the shares that a scan has measured, for rows within `scope`. A condition that no scanned row met counts as half a row. */
export async function planTerms(
  db: Database,
  scope: SQL | undefined,
  conditions: readonly Condition[],
  { shares, seen }: { shares: readonly number[]; seen: number },
): Promise<TermPlan> {
  const [counted, inScope] = await Promise.all([
    db.execute(sql`select reltuples as total from pg_class where oid = 'public.order_search'::regclass`),
    estimateRows(db, scope),
  ]);
  const total = Math.max(totalSchema.parse(counted.rows)[0].total, inScope);
  const least = 0.5 / Math.max(seen, 1);
  const known: number[] = [];
  for (const [place, { estimated }] of conditions.entries()) {
    const share = estimated === undefined ? shares[place] : (await estimateRows(db, estimated)) / total;
    known.push(Math.max(share ?? 0, least));
  }
  return chooseTerms(
    conditions.map(({ kind }) => kind),
    known,
    { total, scope: inScope },
  );
}

/** The planner's estimate, which is good for the columns of a single table. */
async function estimateRows(db: Database, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) select from order_search where ${where}`);
  return planSchema.parse(rows)[0]["QUERY PLAN"][0].Plan["Plan Rows"];
}
