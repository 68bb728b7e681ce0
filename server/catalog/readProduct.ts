import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { Product, ProductChange, ProductDetail } from "#lib/contracts/product.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { catalogSyncRuns, catalogProducts } from "#server/db/schema/catalog.ts";
import { timeoutOf } from "#server/serviceState/timeoutOf.ts";
import type { ProductRecord } from "#server/service/client.ts";
import { bumpMark, retireProducts, saveProducts } from "#server/catalog/sync/syncRuns.ts";
import { describeFailure, serviceTrouble } from "./serviceTrouble.ts";

type Known = { product: Product; raw: unknown; retired: boolean; seenAt: Instant };

/**
 * One product, fresh from the service (docs/service-interface.md §4.3). Mends the list where it differs, and says what has changed. When the
 * service does not answer, the product as last seen is returned, marked stale. Throws `not-found` with the service's own message.
 */
export async function readProduct(request: DeskRequest, productId: number): Promise<ProductDetail> {
  requirePermission(request, "catalog.read");
  const { environment } = request;
  const service = requireService(request);
  const patience = await timeoutOf(request, environment);
  const [known, answer] = await Promise.all([
    readKnown(request, productId),
    service.readProduct(productId, patience),
  ]);
  const now = request.clock.now();
  if (answer.ok) {
    const changes = known === null ? [] : differences(known.product, answer.value.product);
    if (known === null || known.retired || changes.length > 0) await mend(request, answer.value, now);
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
    if (known !== null && !known.retired) {
      await request.db.transaction((tx) => retireProducts(tx, environment, [productId], now));
    }
    throw serviceTrouble(answer.failure);
  }
  if (known === null) throw serviceTrouble(answer.failure);
  const reason = describeFailure(answer.failure);
  return {
    ...known.product,
    raw: known.raw,
    asOf: toIso(known.seenAt),
    stale: true,
    staleReason: reason,
    changes: [],
  };
}

async function readKnown(request: DeskRequest, productId: number): Promise<Known | null> {
  const [row] = await request.db
    .select({
      product: catalogProducts.product,
      raw: catalogProducts.raw,
      retiredAt: catalogProducts.retiredAt,
      changedAt: catalogProducts.changedAt,
      passAt: catalogSyncRuns.startedAt,
    })
    .from(catalogProducts)
    .leftJoin(catalogSyncRuns, eq(catalogSyncRuns.id, catalogProducts.syncRunId))
    .where(
      and(eq(catalogProducts.environment, request.environment), eq(catalogProducts.productId, productId)),
    );
  if (!row) return null;
  const seenAt = Math.max(row.changedAt, row.passAt ?? row.changedAt);
  return { product: row.product, raw: row.raw, retired: row.retiredAt !== null, seenAt };
}

/** The list learns what was just read: under the pass that is current, so that the next complete one decides about it. */
async function mend(request: DeskRequest, record: ProductRecord, now: Instant): Promise<void> {
  const { environment } = request;
  const [pass] = await request.db
    .select({ id: catalogSyncRuns.id })
    .from(catalogSyncRuns)
    .where(eq(catalogSyncRuns.environment, environment))
    .orderBy(desc(catalogSyncRuns.id))
    .limit(1);
  await request.db.transaction(async (tx) => {
    await saveProducts(tx, environment, pass?.id ?? 0, [record], now);
    await bumpMark(tx, environment);
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
