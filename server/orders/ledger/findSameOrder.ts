import "server-only";
import { and, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { OUTCOME_UNKNOWN } from "#lib/orders/lifecycle/stateSets.ts";
import { orderTotal, type IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysTheSame, buysTheSameQuantities } from "#lib/orders/lines/sameLines.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findBatch } from "./findBatch.ts";
import { findImported } from "./findImported.ts";
import { findLatest } from "./findLatest.ts";
import { findByReference } from "./ledgerRow.ts";

type Purchase = {
  currency: string;
  lines: readonly IntentLine[];
  /** The order that is ordered again, whole or in part; null: none. */
  origin: string | null;
  /** The ids of the lines in their draft; none without a draft. */
  lineIds: readonly string[];
};

/**
 * The latest order of the team that may be the same purchase: of products of the same earlier order, or of the same quantities with an
 * unknown outcome, whenever it was placed; with exactly these lines within the configured time (RECENT_ORDER_MINUTES); or nearly the same
 * batch, or of the same rows of a table (RECENT_BATCH_DAYS). Orders that certainly bought nothing do not count. Null: there is none.
 */
export async function findSameOrder(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines, origin, lineIds }: Purchase,
): Promise<RecentOrder | null> {
  const unresolved = await findUnresolvedOrder(db, request, { currency, lines });
  const recent = await findRecentOrder(db, request, currency, lines);
  const batch = await findBatch(db, request, { currency, lines });
  const imported = await findImported(db, request, lineIds);
  const reorder = origin === null ? null : await findReorder(db, request, origin, lines);
  // The latest: one that was placed since is not covered by the consent to an earlier one.
  const [latest] = [reorder, recent, batch, imported, unresolved]
    .filter((found) => found !== null)
    .toSorted((one, other) => other.at.localeCompare(one.at));
  if (latest === undefined) return null;
  return unresolved === null ? latest : { ...latest, unresolved: unresolved.reference };
}

/**
 * The latest order of the same products and quantities of which nobody knows yet whether the service has it, however old it is and
 * whatever it cost. Null: there is none, or the operator wants no such questions (RECENT_ORDER_MINUTES=0).
 */
export async function findUnresolvedOrder(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines }: Pick<Purchase, "currency" | "lines">,
): Promise<RecentOrder | null> {
  if (request.recentOrderMs === 0) return null;
  const isUnresolved = and(
    inArray(orders.state, [...OUTCOME_UNKNOWN]),
    eq(orders.currency, currency),
    hasProductOf(lines),
  );
  const found = await findLatest(db, request, isUnresolved, (ordered) =>
    buysTheSameQuantities(ordered, lines),
  );
  return found === null ? null : { ...found, unresolved: found.reference };
}

async function findReorder(
  db: Database | Transaction,
  request: MemberRequest,
  origin: string,
  lines: readonly IntentLine[],
): Promise<RecentOrder | null> {
  // A draft can be ordered in parts, with other lines of the order in each.
  const { lines: ofOrigin } = (await findByReference(db, request.environment, origin)) ?? { lines: [] };
  const found = await findLatest(
    db,
    request,
    and(eq(orders.follows, origin), hasProductOf(lines)),
    (ordered) => ordered.some((earlier) => lines.some((line) => mayBeSameLine(earlier, line, ofOrigin))),
  );
  return found === null ? null : { ...found, reorders: origin };
}

type Priced = Pick<OrderLine, "productId" | "price">;

/**
 * Whether two lines may order the same codes of an earlier order (`ofOrigin`: its lines) again. Two different amounts that are both in the
 * earlier order are two of its lines; any other amount may be the changed price of one of them.
 */
function mayBeSameLine(one: Priced, other: Priced, ofOrigin: readonly Priced[]): boolean {
  if (one.productId !== other.productId) return false;
  const isOfOrigin = ({ price }: Priced) =>
    ofOrigin.some((line) => line.productId === one.productId && line.price === price);
  return one.price === other.price || !isOfOrigin(one) || !isOfOrigin(other);
}

async function findRecentOrder(
  db: Database | Transaction,
  request: MemberRequest,
  currency: string,
  lines: readonly IntentLine[],
): Promise<RecentOrder | null> {
  const price = orderTotal(lines);
  if (price === null || request.recentOrderMs === 0) return null;
  const isRecent = and(
    gt(orders.createdAt, request.clock.now() - request.recentOrderMs),
    eq(orders.origin, "placed"),
    eq(orders.currency, currency),
    eq(orders.price, price),
    hasProductOf(lines),
  );
  return findLatest(db, request, isRecent, (ordered) => buysTheSame(ordered, lines));
}

/** Whether an order is of any of these products. All that are must be compared, however many parts it was ordered in. */
function hasProductOf(lines: readonly IntentLine[]): SQL {
  const products = [...new Set(lines.map(({ productId }) => productId))];
  return sql`exists (select from jsonb_array_elements(${orders.lines}) as line
    where (line->>'productId')::bigint = any(${sql.param(products)}::bigint[]))`;
}
