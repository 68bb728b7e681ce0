import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { drafts } from "#server/db/schema/orders.ts";

/**
 * The order this member is building in this environment, with the products of its lines as last seen; version 0 and no
 * lines while there is none. Throws `forbidden`.
 */
export async function readDraft(request: DeskRequest): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  const [row] = await request.db
    .select()
    .from(drafts)
    .where(and(eq(drafts.memberId, request.actor.id), eq(drafts.environment, request.environment)));
  if (!row) return { draft: EMPTY_DRAFT, version: 0, products: [], retiredProductIds: [], savedAt: null };
  const ids = [...new Set(row.draft.lines.map((line) => line.productId))];
  return {
    draft: row.draft,
    version: row.version,
    ...(await readProductsOf(request, ids)),
    savedAt: toIso(row.savedAt),
  };
}

async function readProductsOf(
  request: DeskRequest,
  ids: readonly number[],
): Promise<{ products: Product[]; retiredProductIds: number[] }> {
  if (ids.length === 0) return { products: [], retiredProductIds: [] };
  const rows = await request.db
    .select({ product: catalogProducts.product, retiredAt: catalogProducts.retiredAt })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, request.environment),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  return {
    products: rows.map(({ product }) => product),
    retiredProductIds: rows.flatMap(({ product, retiredAt }) => (retiredAt === null ? [] : [product.id])),
  };
}
