import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Product, ProductChange, ProductDetail } from "#lib/contracts/catalog/product.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { prepared } from "#server/db/prepared.ts";
import { catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { timeoutOf } from "#server/serviceLimits/timeoutOf.ts";
import { retireProducts, storeFreshProduct } from "#server/catalog/sync/storedProducts.ts";
import { describeFailure, serviceCallError } from "#server/context/serviceCallError.ts";

type StoredProduct = { product: Product; raw: unknown; retired: boolean; seenAt: Instant };

/**
 * Reads one product from the service (docs/service-interface.md §4.3), updates the stored one if it differs, and says what has
 * changed. When the service does not answer, returns the product as last seen, marked stale.
 * @throws AppError `forbidden`; `not-configured`; `not-found` with the service's own message; or the failure of the call.
 */
export async function readProduct(request: MemberRequest, productId: number): Promise<ProductDetail> {
  requirePermission(request, "catalog.read");
  requireService(request);
  const [known] = await Promise.all([
    prepareReading(request, [productId]),
    takeFromShare(request, "product"),
  ]);
  return readSharedProduct(request, productId, known);
}

/** What is read from the database once, before any number of products are read from the service. */
type Prepared = { stored: ReadonlyMap<number, StoredProduct>; timeout: { timeoutMs: number } };

export async function prepareReading(request: MemberRequest, ids: readonly number[]): Promise<Prepared> {
  const [stored, timeout] = await Promise.all([
    readStored(request, ids),
    timeoutOf(request, request.environment),
  ]);
  return { stored, timeout };
}

/** The same for callers that read several products and have already taken all calls from the member's share. */
export async function readSharedProduct(
  request: MemberRequest,
  productId: number,
  known: Prepared,
): Promise<ProductDetail> {
  requirePermission(request, "catalog.read");
  const { environment } = request;
  const service = requireService(request);
  const stored = known.stored.get(productId) ?? null;
  const answer = await service.readProduct(productId, { ...known.timeout, signal: request.signal });
  const now = request.clock.now();
  if (answer.ok) {
    const changes = stored === null ? [] : differences(stored.product, answer.value.product);
    if (stored === null || stored.retired || changes.length > 0)
      await storeFreshProduct(request.db, environment, answer.value, now);
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

const storedProducts = prepared((db) =>
  db
    .select({
      id: catalogProducts.productId,
      product: catalogProducts.product,
      raw: catalogProducts.raw,
      retiredAt: catalogProducts.retiredAt,
      changedAt: catalogProducts.changedAt,
      runStartedAt: catalogSyncRuns.startedAt,
    })
    .from(catalogProducts)
    .leftJoin(catalogSyncRuns, eq(catalogSyncRuns.id, catalogProducts.syncRunId))
    .where(
      and(
        eq(catalogProducts.environment, sql.placeholder("environment")),
        sql`${catalogProducts.productId} = any(${sql.placeholder("ids")}::bigint[])`,
      ),
    )
    .prepare("stored_products"),
);

async function readStored(
  request: MemberRequest,
  ids: readonly number[],
): Promise<Map<number, StoredProduct>> {
  const rows = await storedProducts(request.db).execute({ environment: request.environment, ids });
  return new Map(
    rows.map(({ id, product, raw, retiredAt, changedAt, runStartedAt }) => {
      const seenAt = Math.max(changedAt, runStartedAt ?? changedAt);
      return [id, { product, raw, retired: retiredAt !== null, seenAt }];
    }),
  );
}

function differences(before: Product, after: Product): ProductChange[] {
  // The keys of the contract itself: both values are products.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const fields = Object.keys(after) as (keyof Product)[];
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
