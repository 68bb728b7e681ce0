import "server-only";
import { sql } from "drizzle-orm";
import type { ExceededLimit, LimitAmounts } from "#lib/contracts/team/limits.ts";
import { exceededLimit, periodsOf, type Spent } from "#lib/orders/limits/spendingLimit.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { countedOrders } from "./countedOrders.ts";
import { limitInForce } from "./limitInForce.ts";

type Purchase = { currency: string; price: number; at: Instant };

/**
 * The limit that a further order of the member would exceed as things are now; null when it is within all of them. Binding only while
 * no other order of theirs in this currency can be decided on (`spendingLimits` in server/orders/rules).
 */
export async function readExceeded(
  db: Database | Transaction,
  request: MemberRequest,
  purchase: Purchase,
): Promise<ExceededLimit | null> {
  const limits = await limitInForce(request, purchase.currency, db);
  if (limits === null) return null;
  return exceededLimit(limits, purchase.price, await readSpent(db, request, purchase, limits));
}

async function readSpent(
  db: Database | Transaction,
  { environment, actor }: MemberRequest,
  { currency, at }: Purchase,
  { perDay, perMonth }: LimitAmounts,
): Promise<Spent> {
  if (perDay === null && perMonth === null) return { day: 0, month: 0 };
  const { day, month } = periodsOf(at);
  const ofDay = sql`${orders.createdAt} >= ${toIso(day.from)}::timestamptz and ${orders.createdAt} < ${toIso(day.to)}::timestamptz`;
  const [row] = await db
    .select({
      day: sql`coalesce(sum(${orders.price}) filter (where ${ofDay}), 0)`.mapWith(Number),
      month: sql`coalesce(sum(${orders.price}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(countedOrders({ environment, memberId: actor.id, currency }, perMonth === null ? day : month));
  return { day: exact(row?.day ?? 0), month: exact(row?.month ?? 0) };
}

/** A sum beyond exact integers exceeds every limit. */
function exact(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}
