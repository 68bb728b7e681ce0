import "server-only";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Instant } from "#lib/time/instant.ts";
import { boundedJson } from "#server/db/boundedJson.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { catalogProducts, catalogSyncRuns, catalogVersions } from "#server/db/schema/catalog.ts";
import type { ProductRecord } from "#server/serviceClient/readers/answers.ts";

const NAME_LIMIT = 1_000;

/** Tells every process that the products of an environment have changed. */
export async function bumpCatalogVersion(tx: Transaction, environment: Environment): Promise<void> {
  await tx
    .insert(catalogVersions)
    .values({ environment, version: 1 })
    .onConflictDoUpdate({
      target: catalogVersions.environment,
      set: { version: sql`${catalogVersions.version} + 1` },
    });
}

/**
 * Stores products as seen by a sync run; `changedAt` changes only if a product differs. Returns how many of them the run had not
 * seen before, which it had, and whether any has changed.
 */
export async function saveProducts(
  tx: Transaction,
  environment: Environment,
  syncRunId: number,
  records: readonly ProductRecord[],
  now: Instant,
): Promise<{ fresh: number; known: number[]; changed: boolean }> {
  // In the order of ids, so that two writers cannot deadlock.
  const byId = new Map(records.map((record) => [record.product.id, record]));
  const rows = [...byId.values()].toSorted((a, b) => a.product.id - b.product.id);
  if (rows.length === 0) return { fresh: 0, known: [], changed: false };
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
  return {
    fresh: rows.length - seen.length,
    known: seen.map(({ id }) => id),
    changed: saved.some(({ changedAt }) => changedAt === now),
  };
}

function rowOf(environment: Environment, syncRunId: number, { product, raw }: ProductRecord, now: Instant) {
  const stored = boundedJson(product);
  const clipped = {
    ...product,
    name: product.name.slice(0, NAME_LIMIT),
    brands: [],
    categories: [],
    tags: [],
    languages: [],
  };
  return {
    environment,
    productId: product.id,
    // If the texts of a product alone are too large, what it can be ordered with is stored.
    product: "notKept" in stored ? clipped : stored,
    raw: boundedJson(raw),
    syncRunId,
    changedAt: now,
  };
}

/** Ids of stored products that this run has not seen. */
export async function unseenIds(
  db: Database,
  run: { id: number; environment: Environment },
): Promise<number[]> {
  const rows = await db
    .select({ id: catalogProducts.productId })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, run.environment),
        lt(catalogProducts.syncRunId, run.id),
        isNull(catalogProducts.retiredAt),
      ),
    )
    .orderBy(catalogProducts.productId);
  return rows.map(({ id }) => id);
}

/** Removes products from the catalog; their rows stay, and they return when the service lists them again. */
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
  await bumpCatalogVersion(tx, environment);
}

/**
 * Stores a product that was read by itself, as if seen by the latest sync run: if the list still omits it, the next complete run
 * decides whether it is gone.
 */
export async function storeFreshProduct(
  db: Database,
  environment: Environment,
  record: ProductRecord,
  now: Instant,
): Promise<void> {
  const [run] = await db
    .select({ id: catalogSyncRuns.id })
    .from(catalogSyncRuns)
    .where(eq(catalogSyncRuns.environment, environment))
    .orderBy(desc(catalogSyncRuns.id))
    .limit(1);
  await db.transaction(async (tx) => {
    await saveProducts(tx, environment, run?.id ?? 0, [record], now);
    await bumpCatalogVersion(tx, environment);
  });
}
