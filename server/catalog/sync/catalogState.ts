import "server-only";
import type { CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { firstLine } from "#lib/text/firstLine.ts";
import { HOUR, toIsoOrNull } from "#lib/time/instant.ts";
import { formatCount } from "#lib/text/counts.ts";
import type { Program } from "#server/context/context.ts";
import type { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import { INDEX_LIMIT, isTruncated } from "#server/catalog/search/engineCache.ts";

const OVERDUE_AFTER = HOUR;

export type CatalogState = Pick<CatalogPage, "asOf" | "stale" | "staleReason" | "progress">;

type RunSummary = Pick<typeof catalogSyncRuns.$inferSelect, "finishedAt" | "failure" | "seen" | "total">;

/** How current the catalog is: when the last complete sync run ended, how far the first one has come, and what has failed since. */
export function describeCatalogState(
  program: Program,
  environment: Environment,
  { latest, complete }: { latest: RunSummary | null; complete: RunSummary | null },
): CatalogState {
  const asOf = complete?.finishedAt ?? null;
  const isOverdue = asOf !== null && program.clock.now() - asOf > OVERDUE_AFTER;
  const failure = latest?.failure == null ? null : firstLine(latest.failure);
  const truncated = isTruncated(program, environment)
    ? `The catalog has more than ${formatCount(INDEX_LIMIT)} products; the others can only be found by their ID.`
    : null;
  const overdue = isOverdue ? "The catalog has not been updated for more than an hour." : null;
  const reasons = [failure ?? overdue, truncated].filter((each) => each !== null);
  return {
    asOf: toIsoOrNull(asOf),
    stale: reasons.length > 0,
    staleReason: reasons.length > 0 ? reasons.join(" ") : null,
    // A run that has failed makes no progress.
    progress:
      complete === null && (latest?.finishedAt ?? null) === null
        ? { seen: latest?.seen ?? 0, total: latest?.total ?? null }
        : null,
  };
}
