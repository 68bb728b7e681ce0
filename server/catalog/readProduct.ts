import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { Product, ProductChange, ProductDetail } from "#lib/contracts/product.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { takeFromShare } from "#server/serviceState/memberShare.ts";
import { timeoutOf } from "#server/serviceState/timeoutOf.ts";
import type { ProductRecord } from "#server/service/readers/answers.ts";
import { bumpCatalogVersion, retireProducts, saveProducts } from "#server/catalog/sync/storedProducts.ts";
import { describeFailure, serviceCallError } from "#server/context/serviceCallError.ts";

type StoredProduct = { product: Product; raw: unknown; retired: boolean; seenAt: Instant };

/**
 * Reads one product from the service (docs/service-interface.md §4.3), corrects the stored one where it differs, and says what has
 * changed. When the service does not answer, returns the product as last seen, marked stale.
 * @throws DeskError `forbidden`; `not-configured`; `not-found` with the service's own message; what the service answers instead.
 */
export async function readProduct(request: DeskRequest, productId: number): Promise<ProductDetail> {
  requirePermission(request, "catalog.read");
  const { environment } = request;
  const service = requireService(request);
  takeFromShare(request, "product");
  const timeout = await timeoutOf(request, environment);
  const [stored, answer] = await Promise.all([
    readStored(request, productId),
    service.readProduct(productId, { ...timeout, signal: request.signal }),
  ]);
  const now = request.clock.now();
  if (answer.ok) {
    const changes = stored === null ? [] : differences(stored.product, answer.value.product);
    if (stored === null || stored.retired || changes.length > 0)
      await updateStored(request, answer.value, now);
    return {
      ...answer.value.product,
      raw: answer.value.raw,
      asOf: toIso(now),
      stale: false,
      staleReason: null,
      changes,
    };
  }
  if (answer.failure.kind === "not_found") {
    if (stored !== null && !stored.retired) {
      await request.db.transaction((tx) => retireProducts(tx, environment, [productId], now));
    }
    throw serviceCallError(answer.failure);
  }
  if (stored === null) throw serviceCallError(answer.failure);
  const reason = describeFailure(answer.failure);
  return {
    ...stored.product,
    raw: stored.raw,
    asOf: toIso(stored.seenAt),
    stale: true,
    staleReason: reason,
    changes: [],
  };
}

async function readStored(request: DeskRequest, productId: number): Promise<StoredProduct | null> {
  const [row] = await request.db
    .select({
      product: catalogProducts.product,
      raw: catalogProducts.raw,
      retiredAt: catalogProducts.retiredAt,
      changedAt: catalogProducts.changedAt,
      runStartedAt: catalogSyncRuns.startedAt,
    })
    .from(catalogProducts)
    .leftJoin(catalogSyncRuns, eq(catalogSyncRuns.id, catalogProducts.syncRunId))
    .where(
      and(eq(catalogProducts.environment, request.environment), eq(catalogProducts.productId, productId)),
    );
  if (!row) return null;
  const seenAt = Math.max(row.changedAt, row.runStartedAt ?? row.changedAt);
  return { product: row.product, raw: row.raw, retired: row.retiredAt !== null, seenAt };
}

/** Stores the product as seen by the latest sync run: if the list still omits it, the next complete run decides whether it is gone. */
async function updateStored(request: DeskRequest, record: ProductRecord, now: Instant): Promise<void> {
  const { environment } = request;
  const [run] = await request.db
    .select({ id: catalogSyncRuns.id })
    .from(catalogSyncRuns)
    .where(eq(catalogSyncRuns.environment, environment))
    .orderBy(desc(catalogSyncRuns.id))
    .limit(1);
  await request.db.transaction(async (tx) => {
    await saveProducts(tx, environment, run?.id ?? 0, [record], now);
    await bumpCatalogVersion(tx, environment);
  });
}

function differences(before: Product, after: Product): ProductChange[] {
  // The keys of the contract itself: both sides are products.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const fields = Object.keys(after) as (keyof Product)[];
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
