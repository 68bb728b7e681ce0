import "server-only";
import { and, eq } from "drizzle-orm";
import type { OrderListViews } from "#lib/contracts/orders/orderViews.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { listOrderViews } from "./listOrderViews.ts";
import { ownViews } from "./viewRows.ts";

/**
 * Deletes a view of the member; does nothing if it is already gone.
 * @throws AppError `forbidden`.
 */
export async function deleteOrderView(
  request: MemberRequest,
  { viewId }: { viewId: string },
): Promise<OrderListViews> {
  requirePermission(request, "orders.read");
  await request.db.delete(orderViews).where(and(ownViews(request), eq(orderViews.id, viewId)));
  return listOrderViews(request);
}
