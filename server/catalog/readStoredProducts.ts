import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";

/** `retired`: the service no longer offers it. */
export type StoredProduct = { product: Product; retired: boolean };

/** Products as last seen in the catalog of this environment, in no particular order; unknown ids are left out. */
export async function readStoredProducts(
  { db, environment }: MemberRequest,
  ids: readonly number[],
): Promise<StoredProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ product: catalogProducts.product, retiredAt: catalogProducts.retiredAt })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, environment),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  return rows.map(({ product, retiredAt }) => ({ product, retired: retiredAt !== null }));
}

/** The products of these ids that the service offers, by id. */
export async function readOfferedProducts(
  request: MemberRequest,
  ids: readonly number[],
): Promise<Map<number, Product>> {
  const stored = await readStoredProducts(request, ids);
  return new Map(stored.flatMap(({ product, retired }) => (retired ? [] : [[product.id, product]])));
}
