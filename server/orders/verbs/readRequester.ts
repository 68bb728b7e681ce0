import "server-only";
import { and, eq, gte, lt, ne, notInArray, sql } from "drizzle-orm";
import type { RequesterSpend } from "#lib/contracts/orders/approvals.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import { periodsOf } from "#lib/orders/limits/spendingLimit.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
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
  const { from, to } = periodsOf(request.clock.now()).month;
  const month = toIso(from).slice(0, 7);
  if (placedBy === null || currency === null) return { month, orders: 0, spent: null };
  const [row] = await request.db
    .select({
      orders: sql<number>`count(*)::int`,
      spent: sql`coalesce(sum(${orders.price}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        eq(orders.environment, request.environment),
        eq(orders.placedBy, placedBy),
        ne(orders.id, id),
        gte(orders.createdAt, from),
        lt(orders.createdAt, to),
        eq(sql`upper(trim(${orders.currency}))`, limitCurrency(currency)),
        notInArray(orders.state, [...NOTHING_BOUGHT]),
      ),
    );
  const { orders: count = 0, spent = 0 } = row ?? {};
  return { month, orders: count, spent: Number.isSafeInteger(spent) ? spent : null };
}
