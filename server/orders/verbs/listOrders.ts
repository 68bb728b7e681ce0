import "server-only";
import type { OrdersPage, OrdersQuery } from "#lib/contracts/orders/order.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { readCursor, writeCursor } from "#server/orders/search/cursor.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { readListed } from "#server/orders/search/readListed.ts";

/**
 * The ledger of the request's environment, filtered and sorted, by pages.
 * @throws AppError `forbidden`; `validation` for an invalid cursor.
 */
export async function listOrders(request: MemberRequest, query: OrdersQuery): Promise<OrdersPage> {
  requirePermission(request, "orders.read");
  const { sort = "newest", take, cursor } = query;
  const after = cursor === undefined ? null : readCursor(cursor);
  const keys = await findOrders(request.db, readFilter(request, query), { sort, after, take: take + 1 });
  const page = keys.slice(0, take);
  const rows = await readListed(request.db, page);
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
    request.actor,
  );
  const last = page.at(-1);
  return {
    items: rows.map((row) => summaryOf(row, names)),
    nextCursor: keys.length > take && last !== undefined ? writeCursor(last) : null,
  };
}
