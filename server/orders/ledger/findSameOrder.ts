import "server-only";
import { and, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { OUTCOME_UNKNOWN } from "#lib/orders/lifecycle/stateSets.ts";
import { orderTotal, type IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysTheSame, buysTheSameQuantities } from "#lib/orders/lines/sameLines.ts";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { batchAgain } from "./batchAgain.ts";
import { findSimilar, type Similarity } from "./findSimilar.ts";
import { importedAgain } from "./importedAgain.ts";
import { findByReference } from "./ledgerRow.ts";

type Bought = { currency: string; lines: readonly IntentLine[] };
type Purchase = Bought & {
  /** The order that is ordered again, whole or in part; null: none. */
  origin: string | null;
  /** The rows of imported tables from which the lines come; none without a draft. */
  rows: readonly RowPrints[];
};

/**
 * The latest order of the team that may be the same purchase: of products of the same earlier order, or of the same quantities with an
 * unknown outcome, whenever it was placed; with exactly these lines within the configured time (RECENT_ORDER_MINUTES); or nearly the same
 * batch, or of the same rows of a table (RECENT_BATCH_DAYS). Orders that certainly bought nothing do not count. Null: there is none.
 */
export async function findSameOrder(
  db: Database | Transaction,
  request: MemberRequest,
  { currency, lines, origin, rows }: Purchase,
): Promise<RecentOrder | null> {
  const { reorder, recent, batch, imported, unresolved } = await findSimilar(db, request, {
    reorder: origin === null ? null : await reorderAgain(db, request, origin, lines),
    recent: placedAMomentAgo(request, { currency, lines }),
    batch: batchAgain(request, { currency, lines }),
    imported: importedAgain(request, rows),
    unresolved: unresolvedStill(request, { currency, lines }),
  });
  // The latest: one that was placed since is not covered by the consent to an earlier one.
  const [latest] = [reorder, recent, batch, imported, unresolved]
    .filter((found) => found !== undefined)
    .toSorted((one, other) => other.at.localeCompare(one.at));
  if (latest === undefined) return null;
  return unresolved === undefined ? latest : { ...latest, unresolved: unresolved.reference };
}

/**
 * What of it is asked about an order of a program, which may order one product as often as it likes. An unknown outcome comes first.
 * @param asksAboutBatches false for what is meant to recur
 */
export async function findSameOfProgram(
  db: Database | Transaction,
  request: MemberRequest,
  bought: Bought,
  asksAboutBatches: boolean,
): Promise<RecentOrder | null> {
  const { unresolved, batch } = await findSimilar(db, request, {
    unresolved: unresolvedStill(request, bought),
    batch: asksAboutBatches ? batchAgain(request, bought, true) : null,
  });
  return unresolved ?? batch ?? null;
}

/**
 * An order of the same products and quantities of which nobody knows yet whether the service has it, however old it is and
 * whatever it cost; not asked about if the operator wants no such questions (RECENT_ORDER_MINUTES=0).
 */
function unresolvedStill(request: MemberRequest, { currency, lines }: Bought): Similarity | null {
  if (request.recentOrderMs === 0) return null;
  return {
    which: and(
      inArray(orders.state, [...OUTCOME_UNKNOWN]),
      eq(orders.currency, currency),
      hasProductOf(lines),
    ),
    isSame: (ordered) => buysTheSameQuantities(ordered, lines),
    told: ({ reference }) => ({ unresolved: reference }),
  };
}

async function reorderAgain(
  db: Database | Transaction,
  request: MemberRequest,
  origin: string,
  lines: readonly IntentLine[],
): Promise<Similarity> {
  // A draft can be ordered in parts, with other lines of the order in each.
  const { lines: ofOrigin } = (await findByReference(db, request.environment, origin)) ?? { lines: [] };
  return {
    which: and(eq(orders.follows, origin), hasProductOf(lines)),
    isSame: (ordered) =>
      ordered.some((earlier) => lines.some((line) => mayBeSameLine(earlier, line, ofOrigin))),
    told: () => ({ reorders: origin }),
  };
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

function placedAMomentAgo(request: MemberRequest, { currency, lines }: Bought): Similarity | null {
  const price = orderTotal(lines);
  if (price === null || request.recentOrderMs === 0) return null;
  return {
    which: and(
      gt(orders.createdAt, request.clock.now() - request.recentOrderMs),
      eq(orders.origin, "placed"),
      eq(orders.currency, currency),
      eq(orders.price, price),
      hasProductOf(lines),
    ),
    isSame: (ordered) => buysTheSame(ordered, lines),
  };
}

/** Whether an order is of any of these products. All that are must be compared, however many parts it was ordered in. */
function hasProductOf(lines: readonly IntentLine[]): SQL {
  const products = [...new Set(lines.map(({ productId }) => productId))];
  return sql`exists (select from jsonb_array_elements(${orders.lines}) as line
    where (line->>'productId')::bigint = any(${sql.param(products)}::bigint[]))`;
}
