import "server-only";
import type { z } from "zod";
import type { OrderListViews, saveOrderViewRequestSchema } from "#lib/contracts/orders/orderViews.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { listOrderViews } from "./listOrderViews.ts";
import { lockOwnViews, ownViews, requireFreeViewName, storedQuery } from "./viewRows.ts";

/** The most views of a member, in each environment. */
export const ORDER_VIEWS_LIMIT = 50;

/**
 * Saves filters and sort of the list of orders under a name, for the member.
 * @throws AppError `forbidden`; `validation` for the list without filters or a search for a code; `conflict` for a name in use
 * (field `name`) or a full list.
 */
export async function saveOrderView(
  request: MemberRequest,
  { name, query: given }: z.output<typeof saveOrderViewRequestSchema>,
): Promise<OrderListViews> {
  requirePermission(request, "orders.read");
  const query = await storedQuery(request, given);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockOwnViews(tx, request);
    await requireFreeViewName(tx, request, { name });
    if ((await tx.$count(orderViews, ownViews(request))) >= ORDER_VIEWS_LIMIT) {
      const message = `You have ${ORDER_VIEWS_LIMIT} views, which is the limit. Delete one first.`;
      throw new AppError("conflict", message);
    }
    const { environment, actor } = request;
    await tx.insert(orderViews).values({
      environment,
      memberId: actor.id,
      name,
      nameKey: viewNameKey(name),
      query,
      createdAt: now,
      updatedAt: now,
    });
  });
  return listOrderViews(request);
}
