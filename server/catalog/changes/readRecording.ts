import "server-only";
import { and, asc, desc, eq, isNotNull, type SQL } from "drizzle-orm";
import type { ChangesPage } from "#lib/contracts/catalog/catalogChanges.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";

/** Since when changes are recorded, whether the latest complete run recorded any, and whether the latest one was interrupted. */
export async function readRecording({
  db,
  environment,
}: MemberRequest): Promise<Pick<ChangesPage, "recordedSince" | "tooFewSeen" | "interruptedAt">> {
  const runs = (order: SQL) =>
    db
      .select({
        changesRecorded: catalogSyncRuns.changesRecorded,
        finishedAt: catalogSyncRuns.finishedAt,
        seen: catalogSyncRuns.seen,
      })
      .from(catalogSyncRuns)
      .where(and(eq(catalogSyncRuns.environment, environment), isNotNull(catalogSyncRuns.changesRecorded)))
      .orderBy(order)
      .limit(1);
  const [[first], [latest], [run]] = await Promise.all([
    runs(asc(catalogSyncRuns.id)),
    runs(desc(catalogSyncRuns.id)),
    db
      .select({ failedAt: catalogSyncRuns.failedAt })
      .from(catalogSyncRuns)
      .where(eq(catalogSyncRuns.environment, environment))
      .orderBy(desc(catalogSyncRuns.id))
      .limit(1),
  ]);
  const skippedAt = latest?.changesRecorded === "too-few-seen" ? latest.finishedAt : null;
  return {
    recordedSince: toIsoOrNull(first?.finishedAt ?? null),
    tooFewSeen: skippedAt === null ? null : { at: toIso(skippedAt), seen: latest?.seen ?? 0 },
    interruptedAt: toIsoOrNull(run?.failedAt ?? null),
  };
}
