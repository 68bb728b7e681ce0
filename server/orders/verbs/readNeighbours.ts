import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { neighboursQuerySchema, OrderNeighbours } from "#lib/contracts/orders/order.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderSearch } from "#server/db/schema/orderSearch.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { readListed } from "#server/orders/search/readListed.ts";
import { REVERSED } from "#server/orders/search/scope.ts";

/**
 * The orders before and after an order in a list, even if the order itself is no longer in the list.
 * @throws AppError `forbidden`; `not-found` for an order that is not in the ledger.
 */
export async function readNeighbours(
  request: MemberRequest,
  { reference, sort = "newest", ...query }: { reference: string } & z.output<typeof neighboursQuerySchema>,
): Promise<OrderNeighbours> {
  requirePermission(request, "orders.read");
  const order = await findByReference(request.db, request.environment, reference);
  const [place] =
    order === null
      ? []
      : await request.db.select().from(orderSearch).where(eq(orderSearch.orderRow, order.id));
  if (place === undefined) throw new AppError("not-found", "Order not found. Check the reference.");
  const after = { row: place.orderRow, createdAt: place.createdAt, price: place.price };
  const filter = readFilter(request, query);
  const find = async (inOrder: OrderSort) => {
    const keys = await findOrders(request.db, filter, { sort: inOrder, after, take: 1 });
    const [found] = await readListed(request.db, keys);
    return found === undefined ? null : referenceOf(found);
  };
  const [previous, next] = await Promise.all([find(REVERSED[sort]), find(sort)]);
  return { previous, next };
}
