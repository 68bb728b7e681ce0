import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { changeOrderViewRequestSchema, OrderListViews } from "#lib/contracts/orders/orderViews.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { listOrderViews } from "./listOrderViews.ts";
import { lockOwnViews, ownViews, requireFreeViewName, storedQuery } from "./viewRows.ts";

/**
 * Renames a view of the member, or stores other filters under its name.
 * @throws AppError `forbidden`; `not-found`; `validation` for the list without filters or a search for a code; `conflict` for a name in use (field `name`).
 */
export async function changeOrderView(
  request: MemberRequest,
  { viewId, name, query }: { viewId: string } & z.output<typeof changeOrderViewRequestSchema>,
): Promise<OrderListViews> {
  requirePermission(request, "orders.read");
  const change = {
    ...(name === undefined ? {} : { name, nameKey: viewNameKey(name) }),
    ...(query === undefined ? {} : { query: await storedQuery(request, query) }),
    updatedAt: request.clock.now(),
  };
  await request.db.transaction(async (tx) => {
    await lockOwnViews(tx, request);
    if (name !== undefined) await requireFreeViewName(tx, request, { name, except: viewId });
    const changed = await tx
      .update(orderViews)
      .set(change)
      .where(and(ownViews(request), eq(orderViews.id, viewId)))
      .returning({ id: orderViews.id });
    if (changed.length === 0) {
      throw new AppError("not-found", "This view no longer exists. Reload the page.");
    }
  });
  return listOrderViews(request);
}
