import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { HOUR, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { boundedJson } from "#server/db/boundedJson.ts";
import type { Database } from "#server/db/connect.ts";
import { catalogSyncRuns } from "#server/db/schema/catalog.ts";
import type { ProductListing } from "#server/serviceClient/readers/answers.ts";
import { hasSeenEnough, recordChanges, type RecordedChanges } from "./recordChanges.ts";
import { bumpCatalogVersion, retireProducts, saveProducts } from "./storedProducts.ts";

/** An interrupted run is resumed within this time; later the catalog may have changed too much. */
const RESUMABLE_FOR = HOUR;
/** Unreadable records are stored for people to inspect, and this many are enough. */
export const UNREADABLE_LIMIT = 200;
const UNREADABLE_SIZE = 2_000;
const LARGEST_TOTAL = 2_147_483_647;

export type SyncRun = Pick<
  typeof catalogSyncRuns.$inferSelect,
  "id" | "environment" | "nextSkip" | "seen" | "total" | "unreadable"
>;

/** Resumes the unfinished run, or starts a new one. The caller holds the lock of the environment. */
export async function startSyncRun(db: Database, environment: Environment, now: Instant): Promise<SyncRun> {
  const [latest] = await db
    .select()
    .from(catalogSyncRuns)
    .where(eq(catalogSyncRuns.environment, environment))
    .orderBy(desc(catalogSyncRuns.id))
    .limit(1);
  if (latest && latest.finishedAt === null && (latest.failedAt ?? latest.startedAt) > now - RESUMABLE_FOR) {
    await db
      .update(catalogSyncRuns)
      .set({ failedAt: null, failure: null })
      .where(eq(catalogSyncRuns.id, latest.id));
    return latest;
  }
  const [started] = await db.insert(catalogSyncRuns).values({ environment, startedAt: now }).returning();
  if (!started) throw new Error("A sync run of the catalog could not be recorded.");
  return started;
}

/** Stores one page of the list and the position of the next one, in one transaction. Returns how many products were new to the run, and which were not. */
export async function recordPage(
  db: Database,
  run: SyncRun,
  listing: ProductListing,
  now: Instant,
): Promise<{ run: SyncRun; fresh: number; known: number[] }> {
  return db.transaction(async (tx) => {
    const saved = await saveProducts(tx, run.environment, run.id, listing.products, now);
    const unreadable = [...run.unreadable, ...listing.unreadable, ...duplicates(listing)]
      .slice(0, UNREADABLE_LIMIT)
      .map(({ reason, raw }) => ({ reason, raw: boundedJson(raw, UNREADABLE_SIZE) }));
    const next = {
      nextSkip: run.nextSkip + listing.recordCount,
      seen: run.seen + saved.fresh,
      total: listing.total === null ? run.total : Math.min(Math.max(listing.total, 0), LARGEST_TOTAL),
      unreadable,
    };
    await tx.update(catalogSyncRuns).set(next).where(eq(catalogSyncRuns.id, run.id));
    if (saved.changed) await bumpCatalogVersion(tx, run.environment);
    return { run: { ...run, ...next }, fresh: saved.fresh, known: saved.known };
  });
}

/** Different records with the same id on one page: only the last one is used. Across pages, it means that the catalog has changed. */
function duplicates(listing: ProductListing): { reason: string; raw: unknown }[] {
  const last = new Map(listing.products.map((record) => [record.product.id, record]));
  return listing.products.flatMap((record) => {
    const used = last.get(record.product.id);
    if (used === record || JSON.stringify(used?.product) === JSON.stringify(record.product)) return [];
    const reason = `Product ${record.product.id} is on one page twice; the later record is used.`;
    return [{ reason, raw: record.raw }];
  });
}

/**
 * Completes a run that reached the end of the list, retires the products that are gone and records what has changed, in one transaction.
 * Returns what it did about changes.
 */
export async function completeSyncRun(
  db: Database,
  run: SyncRun,
  goneIds: readonly number[],
  now: Instant,
): Promise<RecordedChanges> {
  return db.transaction(async (tx) => {
    const isEnough = await hasSeenEnough(tx, run);
    await retireProducts(tx, run.environment, goneIds, now);
    const changes = await recordChanges(tx, run, isEnough, now);
    await tx
      .update(catalogSyncRuns)
      .set({ finishedAt: now, complete: true, failedAt: null, failure: null, ...changes })
      .where(eq(catalogSyncRuns.id, run.id));
    return changes;
  });
}

/** Ends a run whose list changed while it was read; the next one begins again. */
export async function dropSyncRun(db: Database, run: SyncRun, now: Instant): Promise<void> {
  await db.update(catalogSyncRuns).set({ finishedAt: now }).where(eq(catalogSyncRuns.id, run.id));
}

/** Records why a run stopped. A finished run is not resumed. */
export async function failSyncRun(
  db: Database,
  run: SyncRun,
  failure: string,
  isFinished: boolean,
  now: Instant,
): Promise<void> {
  await db
    .update(catalogSyncRuns)
    .set({ failedAt: now, failure, finishedAt: isFinished ? now : null })
    .where(eq(catalogSyncRuns.id, run.id));
}

const SUMMARY = {
  id: catalogSyncRuns.id,
  startedAt: catalogSyncRuns.startedAt,
  finishedAt: catalogSyncRuns.finishedAt,
  failedAt: catalogSyncRuns.failedAt,
  failure: catalogSyncRuns.failure,
  seen: catalogSyncRuns.seen,
  total: catalogSyncRuns.total,
};

/** The latest run of an environment, and the latest that completed. */
export async function latestSyncRuns({ db }: Program, environment: Environment) {
  const latestWhere = (isComplete?: true) =>
    db
      .select(SUMMARY)
      .from(catalogSyncRuns)
      .where(
        and(eq(catalogSyncRuns.environment, environment), isComplete && eq(catalogSyncRuns.complete, true)),
      )
      .orderBy(desc(catalogSyncRuns.id))
      .limit(1);
  const [[latest], [complete]] = await Promise.all([latestWhere(), latestWhere(true)]);
  return { latest: latest ?? null, complete: complete ?? null };
}
