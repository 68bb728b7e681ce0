import "server-only";
import { and, count, desc, eq } from "drizzle-orm";
import type { ProductOrders } from "#lib/contracts/productOrders.ts";
import { shareOfProduct } from "#lib/orders/lines/shareOfProduct.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { holdsProduct } from "#server/orders/ledger/holdsProduct.ts";
import { memberNames } from "#server/orders/ledger/orderView.ts";

const SHOWN = 10;
/** Counting on would read the orders of a popular product one by one. */
const COUNTED = 1_000;

/**
 * The last orders of the request's environment that hold a product, newest first, with how many there are.
 * @throws DeskError `forbidden`.
 */
export async function listProductOrders(
  request: DeskRequest,
  { productId }: { productId: number },
): Promise<ProductOrders> {
  requirePermission(request, "orders.read");
  const matching = and(eq(orders.environment, request.environment), holdsProduct(productId));
  const some = request.db
    .select({ id: orders.id })
    .from(orders)
    .where(matching)
    .limit(COUNTED + 1)
    .as("some");
  const [rows, [counted]] = await Promise.all([
    request.db
      .select({
        externalOrderCode: orders.externalOrderCode,
        orderId: orders.orderId,
        state: orders.state,
        currency: orders.currency,
        lines: orders.lines,
        placedBy: orders.placedBy,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(matching)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(SHOWN),
    request.db.select({ total: count() }).from(some),
  ]);
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  const total = counted?.total ?? 0;
  return {
    items: rows.map(({ lines, placedBy, createdAt, ...row }) => ({
      ...row,
      ...shareOfProduct(lines, productId),
      placedBy: placedBy === null ? null : (names.get(placedBy) ?? null),
      createdAt: toIso(createdAt),
    })),
    total: Math.min(total, COUNTED),
    moreThanTotal: total > COUNTED,
  };
}
