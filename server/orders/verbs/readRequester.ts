import "server-only";
import { and, ne, sql } from "drizzle-orm";
import type { RequesterSpend } from "#lib/contracts/orders/approvals.ts";
import { periodsOf } from "#lib/orders/limits/spendingLimit.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { countedOrders } from "#server/orders/limits/countedOrders.ts";
import { findOrAdoptOrder } from "./readOrder.ts";

/**
 * What whoever confirmed an order has ordered besides it this month (UTC), in its currency, for whoever decides on it. Orders count as for
 * limits: also those that wait for approval or have an unknown outcome.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function readRequester(
  request: MemberRequest,
  { reference }: { reference: string },
): Promise<RequesterSpend> {
  requirePermission(request, "orders.approve");
  const { id, placedBy, currency } = await findOrAdoptOrder(request, reference);
  const monthNow = periodsOf(request.clock.now()).month;
  const month = toIso(monthNow.from).slice(0, 7);
  if (placedBy === null || currency === null) return { month, orders: 0, spent: null };
  const [row] = await request.db
    .select({
      orders: sql<number>`count(*)::int`,
      spent: sql`coalesce(sum(${orders.price}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        countedOrders({ environment: request.environment, memberId: placedBy, currency }, monthNow),
        ne(orders.id, id),
      ),
    );
  const { orders: count = 0, spent = 0 } = row ?? {};
  return { month, orders: count, spent: Number.isSafeInteger(spent) ? spent : null };
}
