import "server-only";
import type { OrderCounts, OrderFilterQuery } from "#lib/contracts/orders/order.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { countStates } from "#server/orders/search/countStates.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";

/**
 * Counts the orders in each state that match a filter, ignoring the states that the filter names; for the tabs of the list.
 * @throws AppError `forbidden`.
 */
export async function countOrders(request: MemberRequest, query: OrderFilterQuery): Promise<OrderCounts> {
  requirePermission(request, "orders.read");
  return { states: await countStates(request.db, readFilter(request, query)) };
}
