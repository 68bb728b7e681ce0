import "server-only";
import { and, eq, gte, lt, notInArray, sql, type SQL } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import type { Period } from "#lib/orders/limits/spendingLimit.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { orders } from "#server/db/schema/orders.ts";

/**
 * The orders of a member that count as spent in a currency: all of a period by which something was or may be bought, also those that wait
 * for approval, are in progress or have an unknown outcome.
 */
export function countedOrders(
  { environment, memberId, currency }: { environment: Environment; memberId: string; currency: string },
  { from, to }: Period,
): SQL | undefined {
  return and(
    eq(orders.environment, environment),
    eq(orders.placedBy, memberId),
    gte(orders.createdAt, from),
    lt(orders.createdAt, to),
    eq(sql`upper(trim(${orders.currency}))`, limitCurrency(currency)),
    notInArray(orders.state, [...NOTHING_BOUGHT]),
  );
}
