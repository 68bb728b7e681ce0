import "server-only";
import { and, between, desc, eq, gt, inArray, isNotNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { NOTHING_BOUGHT, OUTCOME_UNKNOWN } from "#lib/orders/lifecycle/stateSets.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { orderTotal, type IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysNearlyTheSame, buysTheSame, buysTheSameQuantities } from "#lib/orders/lines/sameLines.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findByReference } from "./ledgerRow.ts";

type Purchase = {
  currency: string;
  lines: readonly IntentLine[];
  /** The order that is ordered again, whole or in part; null: none. */
  origin: string | null;
};

/**
 * The latest order of the team that may be the same purchase: of products of the same earlier order, or of the same quantities with an
 * unknown outcome, whenever it was placed; with exactly these lines within the configured time (RECENT_ORDER_MINUTES); or nearly the same
 * batch (RECENT_BATCH_DAYS). Orders that certainly bought nothing do not count. Null: there is none.
 */
export async function findSameOrder(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines, origin }: Purchase,
): Promise<RecentOrder | null> {
  const unresolved = await findUnresolvedOrder(db, request, { currency, lines });
  const recent = await findRecentOrder(db, request, currency, lines);
  const batch = await findBatch(db, request, { currency, lines });
  const reorder = origin === null ? null : await findReorder(db, request, origin, lines);
  // The latest: one that was placed since is not covered by the consent to an earlier one.
  const [latest] = [reorder, recent, batch, unresolved]
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
  { currency, lines }: Omit<Purchase, "origin">,
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

/**
 * The latest order of several products that is the same, or nearly (a row more, another one changed), within RECENT_BATCH_DAYS: a table
 * that is imported once more, by whomever. An order of one product is no batch; it is repeated every day. `exactly`: only the same.
 */
export async function findBatch(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines }: Omit<Purchase, "origin">,
  exactly = false,
): Promise<RecentOrder | null> {
  const price = orderTotal(lines);
  const isBatch = new Set(lines.map(({ productId }) => productId)).size > 1;
  if (price === null || !isBatch || request.recentOrderMs === 0 || request.recentBatchMs === 0) return null;
  const isRecent = and(
    gt(orders.createdAt, request.clock.now() - request.recentBatchMs),
    eq(orders.origin, "placed"),
    eq(orders.currency, currency),
    between(orders.price, Math.floor(price / LARGER), price * LARGER),
    hasProductOf(lines),
  );
  const isSame = (ordered: readonly OrderLine[]) => buysTheSame(ordered, lines);
  const isNearly = (ordered: readonly OrderLine[]) => !exactly && buysNearlyTheSame(ordered, lines);
  const found = await findLatest(
    db,
    request,
    isRecent,
    (ordered) => isSame(ordered) || isNearly(ordered),
    MOST,
  );
  return found === null ? null : { ...found, batch: true };
}

/** How many times larger one of two orders may be that are nearly the same. */
const LARGER = 3;
/** The most orders of a batch's products that are compared, the latest first. */
const MOST = 500;

/** Whether an order is of any of these products. All that are must be compared, however many parts it was ordered in. */
function hasProductOf(lines: readonly IntentLine[]): SQL {
  const products = [...new Set(lines.map(({ productId }) => productId))];
  return sql`exists (select from jsonb_array_elements(${orders.lines}) as line
    where (line->>'productId')::bigint = any(${sql.param(products)}::bigint[]))`;
}

const MAY_HAVE_BOUGHT = notInArray(orders.state, [...NOTHING_BOUGHT]);
/** Nothing was bought as far as the service has said, and a poll may still find the order (`isAbsenceUnproved`). */
const IS_UNPROVED = and(
  inArray(
    orders.state,
    statesWhere(({ poll }) => poll === "until_absent"),
  ),
  isNotNull(orders.nextActionAt),
);

/** The latest order of the environment that meets the condition and whose lines are accepted, unless it certainly bought nothing. */
async function findLatest(
  db: Database | Transaction,
  { environment }: MemberRequest,
  which: SQL | undefined,
  isSame: (lines: readonly OrderLine[]) => boolean,
  most: number | null = null,
): Promise<RecentOrder | null> {
  const all = db
    .select({
      reference: orders.externalOrderCode,
      createdAt: orders.createdAt,
      lines: orders.lines,
      placedBy: members.name,
    })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.placedBy))
    .where(and(eq(orders.environment, environment), which, or(MAY_HAVE_BOUGHT, IS_UNPROVED)))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const rows = await (most === null ? all : all.limit(most));
  const same = rows.find(({ lines }) => isSame(lines));
  return same?.reference == null
    ? null
    : { reference: same.reference, placedBy: same.placedBy, at: toIso(same.createdAt) };
}
