import "server-only";
import type { ProductOrders } from "#lib/contracts/orders/productOrders.ts";
import { shareOfProduct } from "#lib/orders/lines/shareOfProduct.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { memberNames } from "#server/orders/ledger/orderView.ts";
import { countStates } from "#server/orders/search/countStates.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { readListed } from "#server/orders/search/readListed.ts";

const SHOWN = 10;
/** Orders are counted up to this number: beyond it, the rows of a popular product would have to be read one by one. */
const COUNTED = 1_000;

/**
 * The latest orders of the request's environment that contain a product, newest first, and how many there are.
 * @throws AppError `forbidden`.
 */
export async function listProductOrders(
  request: MemberRequest,
  { productId }: { productId: number },
): Promise<ProductOrders> {
  requirePermission(request, "orders.read");
  const filter = readFilter(request, { product: productId });
  const [keys, counts] = await Promise.all([
    findOrders(request.db, filter, { sort: "newest", after: null, take: SHOWN }),
    countStates(request.db, filter),
  ]);
  const rows = await readListed(request.db, keys);
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  const found = Object.values(counts);
  const total = found.reduce((sum, { count }) => sum + count, 0);
  return {
    items: rows.map(({ externalOrderCode, orderId, state, currency, lines, placedBy, createdAt }) => ({
      externalOrderCode,
      orderId,
      state,
      currency,
      ...shareOfProduct(lines, productId),
      placedBy: placedBy === null ? null : (names.get(placedBy) ?? null),
      createdAt: toIso(createdAt),
    })),
    total: Math.min(total, COUNTED),
    moreThanTotal: total > COUNTED || found.some(({ more }) => more),
  };
}
