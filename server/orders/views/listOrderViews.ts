import "server-only";
import { asc } from "drizzle-orm";
import type { OrderListViews } from "#lib/contracts/orders/orderViews.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { ownViews } from "./viewRows.ts";

/**
 * The member's saved views of the orders in this environment, by name.
 * @throws AppError `forbidden`.
 */
export async function listOrderViews(request: MemberRequest): Promise<OrderListViews> {
  requirePermission(request, "orders.read");
  const views = await request.db
    .select({ id: orderViews.id, name: orderViews.name, query: orderViews.query })
    .from(orderViews)
    .where(ownViews(request))
    .orderBy(asc(orderViews.nameKey));
  return { views };
}
