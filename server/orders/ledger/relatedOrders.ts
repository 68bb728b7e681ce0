import "server-only";
import { and, asc, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { missingQuantity, orderedQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { toIso } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

const MOST_FOLLOWING = 20;

const followingOrders = prepared((db) =>
  db
    .select({ reference: orders.externalOrderCode, state: orders.state, createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(
        eq(orders.environment, sql.placeholder("environment")),
        eq(orders.follows, sql.placeholder("reference")),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(MOST_FOLLOWING)
    .prepare("following_orders"),
);

/** The orders that order missing or refused lines of this one again. */
export async function ordersFollowing(
  db: Database,
  { environment, externalOrderCode, orderId }: OrderRow,
): Promise<OrderView["followedBy"]> {
  const reference = externalOrderCode ?? orderId;
  if (reference === null) return [];
  const rows = await followingOrders(db).execute({ environment, reference });
  return rows.flatMap((row) =>
    row.reference === null ? [] : [{ ...row, reference: row.reference, createdAt: toIso(row.createdAt) }],
  );
}

/**
 * How many codes of each product were seen, for an order that lacks some; empty when the service does not say which product a
 * code belongs to.
 */
export async function countDelivered(db: Database, row: OrderRow): Promise<OrderView["deliveredByProduct"]> {
  const lacksSome = missingQuantity({ ...row, ordered: orderedQuantity(row) }) > 0;
  if (STATES[row.state].codes === "none" || !lacksSome) return [];
  const { productId, missingSince } = codeFingerprints;
  const rows = await db
    .select({ productId, count: count() })
    .from(codeFingerprints)
    .where(and(eq(codeFingerprints.orderRow, row.id), isNotNull(productId), isNull(missingSince)))
    .groupBy(productId);
  const counted = rows.flatMap((each) =>
    each.productId === null ? [] : [{ ...each, productId: each.productId }],
  );
  const sum = counted.reduce((total, each) => total + each.count, 0);
  return sum === row.delivered ? counted : [];
}
