import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Product } from "#lib/contracts/product.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";

/** Products as the catalog has them, by id; those that the service no longer offers are left out. */
export async function readStoredProducts(
  { db, environment }: DeskRequest,
  ids: readonly number[],
): Promise<Map<number, Product>> {
  const rows = await db
    .select({ product: catalogProducts.product })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, environment),
        isNull(catalogProducts.retiredAt),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  return new Map(rows.map(({ product }) => [product.id, product]));
}
