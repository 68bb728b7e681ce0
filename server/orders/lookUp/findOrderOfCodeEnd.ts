import "server-only";
import { codeEnd, END_LENGTH, matchEnd } from "#lib/codes/searchableValue.ts";
import type { GroupedCodes } from "#lib/codes/groupCodes.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import type { FindCodeEndRequest, FoundCodeEnd, OrderOfCode } from "#lib/contracts/codes/lookUp.ts";
import { DAY, HOUR } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { recordSearch } from "#server/orders/ledger/codeSearch.ts";
import { findByReference, readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { hasCodes, memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { readListedCodes } from "./readListedCodes.ts";
import { traceCode } from "./traceCode.ts";

/** Each is one call of the service. */
const COMPARED = 10;
/** How many orders are searched for those with codes. */
const SEARCHED = 100;
/** A day begins and ends so much earlier or later somewhere. */
const ZONES = 14 * HOUR;

type Match = "same" | "similar" | null | "unreadable";
/** An order, how its codes compare, and the code that ends so. */
type Compared = { row: OrderRow; match: Match; listed?: GroupedCodes; code?: ShownCode };

/**
 * Finds the order of a code of which only the last characters are known: reads the codes of the few orders that a second detail leaves from the
 * service, and compares. No code, and nothing of one, is stored or answered (docs/decisions/0025-codes-are-found-as-customers-read-them.md).
 * Recorded before it is answered, without the characters, even when no order is found.
 * @throws AppError `forbidden`, `validation` (also if too many orders fit), `too-many`, `not-configured`.
 */
export async function findOrderOfCodeEnd(
  request: MemberRequest,
  input: FindCodeEndRequest,
): Promise<FoundCodeEnd> {
  requirePermission(request, "codes.find");
  const end = codeEnd(input.end);
  if (end === null) {
    // The text is not repeated: it may be a code.
    const message = `Enter the last ${END_LENGTH.least} to ${END_LENGTH.most} letters and digits of the code.`;
    throw new AppError("validation", message, { fields: { end: message } });
  }
  await takeFromShare(request, "codeEnd");
  const rows = await candidates(request, input);
  const matches: Compared[] = [];
  // One after the other: nobody waits for more than a few, and the service's rate is shared.
  for (const row of rows) matches.push(await compare(request, row, end));
  const having = (wanted: Match) => matches.filter(({ match }) => match === wanted);
  const same = having("same");
  const found = same.length > 0 ? same : having("similar");
  const foundRows = found.map(({ row }) => row);
  await request.db.transaction((tx) => recordSearch(tx, request, foundRows, { by: "end" }));
  const names = await memberNames(
    request.db,
    foundRows.map(({ placedBy }) => placedBy),
  );
  const orders: OrderOfCode[] = [];
  for (const { row, listed, code } of found) {
    const trace = listed && code ? await traceCode(request, row, listed, code) : null;
    orders.push({ ...summaryOf(row, names), code: trace });
  }
  const unreadable = having("unreadable").length;
  return {
    orders,
    isSimilar: same.length === 0 && found.length > 0,
    compared: rows.length - unreadable,
    unreadable,
  };
}

/** The orders with codes that fit the other details, all of them. */
async function candidates(
  request: MemberRequest,
  { reference, productId, day }: FindCodeEndRequest,
): Promise<OrderRow[]> {
  const rows =
    reference === undefined
      ? await listOrders(request, productId, day)
      : [await findByReference(request.db, request.environment, reference)];
  const fitting: OrderRow[] = [];
  for (const row of rows) {
    if (row === null || !fits(row, productId, day) || !(await hasCodes(request.db, row))) continue;
    fitting.push(row);
    if (fitting.length > COMPARED) throw tooMany();
  }
  return fitting;
}

async function listOrders(
  request: MemberRequest,
  productId: number | undefined,
  day: string | undefined,
): Promise<(OrderRow | null)[]> {
  const span = day === undefined ? null : spanOf(day);
  const filter = readFilter(request, {
    ...(productId === undefined ? {} : { product: productId }),
    ...(span === null
      ? {}
      : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }),
  });
  const keys = await findOrders(request.db, filter, { sort: "newest", after: null, take: SEARCHED + 1 });
  // Otherwise an order that fits could be among those that were not searched.
  if (keys.length > SEARCHED) throw tooMany();
  return Promise.all(keys.map(({ row }) => readRow(request.db, row)));
}

function spanOf(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from: from - ZONES, to: from + DAY + ZONES };
}

function fits(row: OrderRow, productId: number | undefined, day: string | undefined): boolean {
  if (productId !== undefined && !row.lines.some((line) => line.productId === productId)) return false;
  if (day === undefined) return true;
  const { from, to } = spanOf(day);
  return row.createdAt >= from && row.createdAt < to;
}

function tooMany(): AppError {
  return new AppError(
    "validation",
    `More than ${COMPARED} orders fit. Add the order's reference, its product or its day.`,
  );
}

/** What can't be read, or may be another order's, is not compared. */
async function compare(request: MemberRequest, row: OrderRow, end: string): Promise<Compared> {
  const listed = await readListedCodes(request, row);
  if (listed === null) return { row, match: "unreadable" };
  const matches = listed.codes.map((code) => ({ row, listed, code, match: matchEnd(code, end) }));
  return (
    matches.find(({ match }) => match === "same") ??
    matches.find(({ match }) => match === "similar") ?? { row, match: null }
  );
}
