import "server-only";
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { FailureRate, FailureRates } from "#lib/contracts/claims/claims.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import { readCounts } from "#server/codes/stock/readCounts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { claims, HAS_FAILED } from "#server/db/schema/claims.ts";

/** How many products of a brand are counted at most. */
const MOST_OF_BRAND = 5_000;

/**
 * How many codes of a product, and of the brands that it belongs to, were delivered and how many of them have failed, by the claims that
 * were neither refused nor withdrawn.
 * @throws AppError `forbidden`.
 */
export async function readFailureRates(
  request: MemberRequest,
  { productId }: { productId: number },
): Promise<FailureRates> {
  requirePermission(request, "stock.read");
  const [stored] = await readStoredProducts(request, [productId]);
  const brands = stored?.product.brands ?? [];
  const ofBrands = await Promise.all(brands.map((brand) => productsOf(request, brand)));
  const rates = await ratesOf(request, [...new Set([productId, ...ofBrands.flat()])]);
  return {
    product: sumOf(rates, [productId]),
    brands: brands.map((brand, at) => ({ brand, ...sumOf(rates, ofBrands[at] ?? []) })),
  };
}

async function productsOf({ db, environment }: MemberRequest, brand: string): Promise<number[]> {
  const rows = await db
    .select({ productId: catalogProducts.productId })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, environment),
        isNull(catalogProducts.retiredAt),
        sql`${catalogProducts.product} -> 'brands' ? ${brand}`,
      ),
    )
    .limit(MOST_OF_BRAND);
  return rows.map((row) => row.productId);
}

async function ratesOf(request: MemberRequest, productIds: number[]): Promise<Map<number, FailureRate>> {
  const [counts, failed] = await Promise.all([
    readCounts(request, { productIds, take: productIds.length }),
    request.db
      .select({ productId: claims.productId, failed: count() })
      .from(claims)
      .where(
        and(eq(claims.environment, request.environment), inArray(claims.productId, productIds), HAS_FAILED),
      )
      .groupBy(claims.productId),
  ]);
  const failures = new Map(failed.map((row) => [row.productId, row.failed]));
  return new Map(
    counts.flatMap(({ product_id: id, delivered }) =>
      id === null ? [] : [[id, { delivered, failed: failures.get(id) ?? 0 }]],
    ),
  );
}

function sumOf(rates: ReadonlyMap<number, FailureRate>, productIds: readonly number[]): FailureRate {
  return productIds.reduce(
    (sum, id) => {
      const { delivered = 0, failed = 0 } = rates.get(id) ?? {};
      return { delivered: sum.delivered + delivered, failed: sum.failed + failed };
    },
    { delivered: 0, failed: 0 },
  );
}
