import "server-only";
import type { ProductLimitsView } from "#lib/contracts/team/limits.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { readProductLimits } from "./readProductLimits.ts";

/**
 * All limits of products in this environment, with what was ordered within their days.
 * @throws AppError `forbidden`.
 */
export async function listProductLimits(request: MemberRequest): Promise<ProductLimitsView> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  const { db, environment, clock } = request;
  const limits = await readProductLimits(db, { environment, at: clock.now() });
  const ids = limits.map(({ productId }) => productId);
  const names = new Map(
    (await readStoredProducts(request, ids)).map(({ product }) => [product.id, product.name]),
  );
  return {
    limits: limits.map((limit) => ({ ...limit, productName: names.get(limit.productId) ?? null })),
  };
}
