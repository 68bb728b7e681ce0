import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysNearlyTheSame, buysTheSame } from "#lib/orders/lines/sameLines.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findByParts } from "./findByParts.ts";
import { findLatest } from "./findLatest.ts";

/**
 * The latest order of several products that is the same, or nearly (a row more, another one changed), within RECENT_BATCH_DAYS: a table
 * that is imported once more, by whomever. An order of one product is no batch; it is repeated every day. `exactly`: only the same.
 */
export async function findBatch(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines }: { currency: string; lines: readonly IntentLine[] },
  exactly = false,
): Promise<RecentOrder | null> {
  const isBatch = new Set(lines.map(({ productId }) => productId)).size > 1;
  if (!isBatch || request.recentOrderMs === 0 || request.recentBatchMs === 0) return null;
  const count = new Set(
    lines.map(({ productId, price, countryCode }) => `${productId} ${price} ${countryCode}`),
  ).size;
  const alike = await findByParts(db, request, "bought", {
    parts: sql`parts_bought(${JSON.stringify(lines)}::jsonb)`,
    count,
    isEnough: sql`shared > 1 and shared * 3 >= 2 * greatest(parts, ${count}::int)`,
  });
  if (alike.length === 0) return null;
  const ids = alike.map(({ id }) => id);
  const isSame = (ordered: readonly OrderLine[]) =>
    buysTheSame(ordered, lines) || (!exactly && buysNearlyTheSame(ordered, lines));
  const found = await findLatest(
    db,
    request,
    and(eq(orders.currency, currency), inArray(orders.id, ids)),
    isSame,
  );
  return found === null ? null : { ...found, batch: true };
}
