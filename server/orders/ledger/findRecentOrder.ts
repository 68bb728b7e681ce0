import "server-only";
import { and, desc, eq, gt, notInArray } from "drizzle-orm";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { orderTotal, type IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysTheSame } from "#lib/orders/lines/sameLines.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";

const NOTHING_BOUGHT = statesWhere(({ isNothingBought }) => isNothingBought);
/** How many orders of the same total are compared line by line. */
const COMPARED = 20;

/**
 * The latest order with exactly these lines that a member of the team placed here within the configured time
 * (RECENT_ORDER_MINUTES), unless nothing was bought by it. Null: there is none.
 */
export async function findRecentOrder(
  db: Database | Transaction,
  request: MemberRequest,
  currency: string,
  lines: readonly IntentLine[],
): Promise<RecentOrder | null> {
  const price = orderTotal(lines);
  if (price === null || request.recentOrderMs === 0) return null;
  const rows = await db
    .select({
      reference: orders.externalOrderCode,
      createdAt: orders.createdAt,
      lines: orders.lines,
      placedBy: members.name,
    })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.placedBy))
    .where(
      and(
        eq(orders.environment, request.environment),
        gt(orders.createdAt, request.clock.now() - request.recentOrderMs),
        eq(orders.origin, "placed"),
        eq(orders.currency, currency),
        eq(orders.price, price),
        notInArray(orders.state, NOTHING_BOUGHT),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(COMPARED);
  const same = rows.find((row) => buysTheSame(row.lines, lines));
  return same?.reference == null
    ? null
    : { reference: same.reference, placedBy: same.placedBy, at: toIso(same.createdAt) };
}
