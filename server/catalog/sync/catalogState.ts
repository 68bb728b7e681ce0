import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { CatalogPage } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { HOUR, MINUTE, toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { INDEX_LIMIT, isTruncated } from "#server/catalog/search/engineCache.ts";

/** How old a complete pass may become before the next one is due. */
export const PASS_EVERY = 15 * MINUTE;
const OVERDUE_AFTER = HOUR;

export type CatalogState = Pick<CatalogPage, "asOf" | "stale" | "staleReason" | "progress">;

const PASS = {
  id: catalogSyncRuns.id,
  startedAt: catalogSyncRuns.startedAt,
  finishedAt: catalogSyncRuns.finishedAt,
  failedAt: catalogSyncRuns.failedAt,
  failure: catalogSyncRuns.failure,
  seen: catalogSyncRuns.seen,
  total: catalogSyncRuns.total,
};

export async function latestPasses(program: Program, environment: Environment) {
  const ofEnvironment = eq(catalogSyncRuns.environment, environment);
  const newestFirst = desc(catalogSyncRuns.id);
  const [[latest], [complete]] = await Promise.all([
    program.db.select(PASS).from(catalogSyncRuns).where(ofEnvironment).orderBy(newestFirst).limit(1),
    program.db
      .select(PASS)
      .from(catalogSyncRuns)
      .where(and(ofEnvironment, eq(catalogSyncRuns.complete, true)))
      .orderBy(newestFirst)
      .limit(1),
  ]);
  return { latest: latest ?? null, complete: complete ?? null };
}

type PassFacts = Pick<typeof catalogSyncRuns.$inferSelect, "finishedAt" | "failure" | "seen" | "total">;

/** How far the list can be trusted: when the last complete pass ended, how far the first one is, and what went wrong since. */
export function describeCatalogState(
  program: Program,
  environment: Environment,
  { latest, complete }: { latest: PassFacts | null; complete: PassFacts | null },
): CatalogState {
  const asOf = complete?.finishedAt ?? null;
  const overdue = asOf !== null && program.clock.now() - asOf > OVERDUE_AFTER;
  const failure = latest?.failure ?? null;
  const truncated = isTruncated(program, environment)
    ? `The catalog is larger than ${INDEX_LIMIT.toLocaleString("en")} products; the others are found by their id only.`
    : null;
  const late = overdue ? "The catalog has not been read again for more than an hour." : null;
  const reasons = [failure ?? late, truncated].filter((each) => each !== null);
  return {
    asOf: asOf === null ? null : toIso(asOf),
    stale: reasons.length > 0,
    staleReason: reasons.length > 0 ? reasons.join(" ") : null,
    // A pass that was given up makes no progress.
    progress:
      complete === null && (latest?.finishedAt ?? null) === null
        ? { seen: latest?.seen ?? 0, total: latest?.total ?? null }
        : null,
  };
}
