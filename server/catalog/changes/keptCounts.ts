import "server-only";
import { desc, eq } from "drizzle-orm";
import type { ChangesFacets, ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import type { Database } from "#server/db/connect.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import type { AffectedProducts } from "./affectedProducts.ts";

/** How many counts are kept for each environment, the last ones asked for. */
const MOST_KEPT = 60;

type Kept = { newest: number; counts: Map<string, ChangesFacets> };

/**
 * Counts as `count` does, or returns what it has counted for the same question since the last change was recorded: changes are written by
 * sync runs and never change, while people open the same page all day.
 */
export async function keptCounts(
  { db, environment }: Pick<MemberRequest, "db" | "environment">,
  question: { filter: ChangesFilter; affected: AffectedProducts },
  count: () => Promise<ChangesFacets>,
): Promise<ChangesFacets> {
  const counts = countsSince(db, environment, await newestChange(db, environment));
  const key = JSON.stringify([
    question.filter,
    [...question.affected].map(([thing, ids]) => [thing, ...ids]),
  ]);
  const known = counts.get(key);
  return keepRecent(counts, key, known ?? Object.freeze(await count()), MOST_KEPT);
}

async function newestChange(db: Database, environment: Environment): Promise<number> {
  const { id, foundAt } = catalogChanges;
  const [row] = await db
    .select({ id })
    .from(catalogChanges)
    .where(eq(catalogChanges.environment, environment))
    .orderBy(desc(foundAt), desc(id))
    .limit(1);
  return row?.id ?? 0;
}

function countsSince(db: Database, environment: Environment, newest: number): Map<string, ChangesFacets> {
  const all = processSingleton("changesCounts", () => new WeakMap<Database, Map<Environment, Kept>>());
  const byEnvironment = all.get(db) ?? new Map<Environment, Kept>();
  all.set(db, byEnvironment);
  const known = byEnvironment.get(environment);
  if (known?.newest === newest) return known.counts;
  const counts = new Map<string, ChangesFacets>();
  byEnvironment.set(environment, { newest, counts });
  return counts;
}
