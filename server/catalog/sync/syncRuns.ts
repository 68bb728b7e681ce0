import "server-only";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { HOUR, type Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { catalogProducts, catalogSyncRuns, catalogVersions } from "#server/db/schema/catalog.ts";
import type { ProductListing, ProductRecord } from "#server/service/client.ts";
import { bounded } from "./bounded.ts";

/** An interrupted pass is taken up again within this time; after it the catalog may have moved too far. */
const RESUMABLE_FOR = HOUR;
/** Records set aside are kept for people to look at, not to be complete. */
export const UNREADABLE_LIMIT = 200;
const UNREADABLE_SIZE = 2_000;

export type Pass = Pick<
  typeof catalogSyncRuns.$inferSelect,
  "id" | "environment" | "nextSkip" | "seen" | "total" | "unreadable"
>;

/** Takes up the unfinished pass, or begins a new one. Called under the lock of the environment. */
export async function beginPass(db: Database, environment: Environment, now: Instant): Promise<Pass> {
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
  const [begun] = await db.insert(catalogSyncRuns).values({ environment, startedAt: now }).returning();
  if (!begun) throw new Error("A pass over the catalog could not be recorded.");
  return begun;
}

/** Tells every process that the products of an environment have changed. */
export async function bumpMark(tx: Transaction, environment: Environment): Promise<void> {
  await tx
    .insert(catalogVersions)
    .values({ environment, version: 1 })
    .onConflictDoUpdate({
      target: catalogVersions.environment,
      set: { version: sql`${catalogVersions.version} + 1` },
    });
}

/**
 * Writes products as seen by a pass; `changedAt` moves only where something differs from before. Returns the ids that
 * this pass had not seen yet, and whether anything changed.
 */
export async function saveProducts(
  tx: Transaction,
  environment: Environment,
  syncRunId: number,
  records: readonly ProductRecord[],
  now: Instant,
): Promise<{ fresh: number; changed: boolean }> {
  // In the order of ids, so that two writers cannot wait for each other.
  const byId = new Map(records.map((record) => [record.product.id, record]));
  const rows = [...byId.values()].toSorted((a, b) => a.product.id - b.product.id);
  if (rows.length === 0) return { fresh: 0, changed: false };
  const ids = rows.map(({ product }) => product.id);
  const seen = await tx
    .select({ id: catalogProducts.productId })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, environment),
        eq(catalogProducts.syncRunId, syncRunId),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  const saved = await tx
    .insert(catalogProducts)
    .values(rows.map((record) => rowOf(environment, syncRunId, record, now)))
    .onConflictDoUpdate({
      target: [catalogProducts.environment, catalogProducts.productId],
      set: {
        product: sql`excluded.product`,
        raw: sql`excluded.raw`,
        syncRunId: sql`greatest(${catalogProducts.syncRunId}, excluded.sync_run_id)`,
        changedAt: sql`case when ${catalogProducts.product} = excluded.product and ${catalogProducts.raw} = excluded.raw
          and ${catalogProducts.retiredAt} is null then ${catalogProducts.changedAt} else excluded.changed_at end`,
        retiredAt: null,
      },
    })
    .returning({ changedAt: catalogProducts.changedAt });
  return { fresh: rows.length - seen.length, changed: saved.some(({ changedAt }) => changedAt === now) };
}

function rowOf(environment: Environment, syncRunId: number, { product, raw }: ProductRecord, now: Instant) {
  const kept = bounded(product);
  const clipped = {
    ...product,
    name: product.name.slice(0, 1_000),
    brands: [],
    categories: [],
    tags: [],
    languages: [],
  };
  return {
    environment,
    productId: product.id,
    // A product whose texts alone are too large is kept by what it can be ordered with.
    product: "notKept" in kept ? clipped : kept,
    raw: bounded(raw),
    syncRunId,
    changedAt: now,
  };
}

/** Writes one page of the list and the place where the next one begins, together. Returns how many products were new to the pass. */
export async function recordPage(
  db: Database,
  pass: Pass,
  listing: ProductListing,
  now: Instant,
): Promise<{ pass: Pass; fresh: number }> {
  return db.transaction(async (tx) => {
    const saved = await saveProducts(tx, pass.environment, pass.id, listing.products, now);
    const unreadable = [...pass.unreadable, ...listing.unreadable, ...repeated(listing)]
      .slice(0, UNREADABLE_LIMIT)
      .map(({ reason, raw }) => ({ reason, raw: bounded(raw, UNREADABLE_SIZE) }));
    const next = {
      nextSkip: pass.nextSkip + listing.recordCount,
      seen: pass.seen + saved.fresh,
      total: listing.total === null ? pass.total : Math.min(Math.max(listing.total, 0), 2_147_483_647),
      unreadable,
    };
    await tx.update(catalogSyncRuns).set(next).where(eq(catalogSyncRuns.id, pass.id));
    if (saved.changed) await bumpMark(tx, pass.environment);
    return { pass: { ...pass, ...next }, fresh: saved.fresh };
  });
}

/** Two different records of one id on one page: only one can be meant. Over several pages it is the catalog that moved. */
function repeated(listing: ProductListing): { reason: string; raw: unknown }[] {
  const last = new Map(listing.products.map((record) => [record.product.id, record]));
  return listing.products.flatMap((record) => {
    const used = last.get(record.product.id);
    if (used === record || JSON.stringify(used?.product) === JSON.stringify(record.product)) return [];
    return [
      {
        reason: `Product ${record.product.id} stood twice on one page; the later record is shown.`,
        raw: record.raw,
      },
    ];
  });
}

/** Ids of products in the list that this pass has not seen. */
export async function unseenIds(db: Database, pass: Pass): Promise<number[]> {
  const rows = await db
    .select({ id: catalogProducts.productId })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, pass.environment),
        lt(catalogProducts.syncRunId, pass.id),
        isNull(catalogProducts.retiredAt),
      ),
    )
    .orderBy(catalogProducts.productId);
  return rows.map(({ id }) => id);
}

/** Takes products off the list; they stay in the database, and come back when the service lists them again. */
export async function retireProducts(
  tx: Transaction,
  environment: Environment,
  ids: readonly number[],
  now: Instant,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(catalogProducts)
    .set({ retiredAt: now, changedAt: now })
    .where(
      and(
        eq(catalogProducts.environment, environment),
        isNull(catalogProducts.retiredAt),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  await bumpMark(tx, environment);
}

/** Ends a pass that walked to the end of the list, and retires what it and the service say is gone, at once. */
export async function finishPass(
  db: Database,
  pass: Pass,
  gone: readonly number[],
  now: Instant,
): Promise<void> {
  await db.transaction(async (tx) => {
    await retireProducts(tx, pass.environment, gone, now);
    await tx
      .update(catalogSyncRuns)
      .set({ finishedAt: now, complete: true, failedAt: null, failure: null })
      .where(eq(catalogSyncRuns.id, pass.id));
  });
}

/** Notes why a pass stopped. `over`: it is not to be taken up again. */
export async function failPass(
  db: Database,
  pass: Pass,
  failure: string,
  over: boolean,
  now: Instant,
): Promise<void> {
  await db
    .update(catalogSyncRuns)
    .set({ failedAt: now, failure, finishedAt: over ? now : null })
    .where(eq(catalogSyncRuns.id, pass.id));
}
