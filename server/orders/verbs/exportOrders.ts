import "server-only";
import type { z } from "zod";
import type { OrderFilterQuery, OrderLine } from "#lib/contracts/orders/order.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import type {
  ExportedOrder,
  exportOrdersRequestSchema,
  ExportPage,
} from "#lib/contracts/orders/orderExport.ts";
import { recordExport, wasExportBegun } from "#server/audit/exportRecord.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { referredToBy } from "#server/orders/ledger/ledgerRow.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { readCursor, writeCursor } from "#server/orders/search/cursor.ts";
import type { OrderKey } from "#server/orders/search/filter.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { countTypedSearch, recordedFilter } from "#server/orders/search/typedCode.ts";
import { readListed } from "#server/orders/search/readListed.ts";

const PAGE = 1_000;
const EXPORTED = "orders.exported" as const;

type Input = z.output<typeof exportOrdersRequestSchema>;

/**
 * One page of the rows of an export; the browser makes the file. Recorded once: a further page is covered by the record of the first one.
 * @throws AppError `forbidden`; `validation` for an invalid cursor; `too-many` for text after text.
 */
export async function exportOrders(request: MemberRequest, input: Input): Promise<ExportPage> {
  requirePermission(request, "orders.read");
  const { chosen, cursor } = input;
  const keys = await keysOf(request, input);
  if (cursor === null || !(await wasBegun(request, input))) {
    if ("filter" in chosen) await countTypedSearch(request, chosen.filter);
    await recordExport(request, { action: EXPORTED, details: await detailsOf(request, input) });
  }
  const last = keys[PAGE - 1];
  return {
    items: await exportedOrders(request, keys.slice(0, PAGE)),
    nextCursor: keys.length > PAGE && last !== undefined ? writeCursor(last) : null,
  };
}

/** All orders that match a filter, at most `take`, as a file lists them; for a caller who has checked the permission. */
export async function readMatching(
  request: MemberRequest,
  filter: OrderFilterQuery,
  { sort, take }: { sort: OrderSort; take: number },
): Promise<ExportedOrder[]> {
  const found: ExportedOrder[] = [];
  for (let after: OrderKey | null = null; found.length < take;) {
    const page: OrderKey[] = await findOrders(request.db, readFilter(request, filter), {
      sort,
      after,
      take: PAGE,
    });
    found.push(...(await exportedOrders(request, page)));
    if (page.length < PAGE) break;
    after = page.at(-1) ?? null;
  }
  return found.slice(0, take);
}

async function exportedOrders(request: MemberRequest, keys: readonly OrderKey[]): Promise<ExportedOrder[]> {
  const rows = await readListed(request.db, keys);
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  return rows.map((row) => ({
    ...summaryOf(row, names),
    products: row.lines.map(productOf),
    note: row.note,
  }));
}

async function detailsOf(
  request: MemberRequest,
  { chosen, format }: Input,
): Promise<Record<string, unknown>> {
  return "references" in chosen
    ? { format, orders: chosen.references.length }
    : { format, filter: await recordedFilter(request, chosen.filter) };
}

/**
 * Whether this is a further page of an export that was begun. A selection is one page, whatever cursor comes with it; of an export with a
 * delivered code as its text, each page is recorded.
 */
async function wasBegun(request: MemberRequest, { chosen, format }: Input): Promise<boolean> {
  if (!("filter" in chosen)) return false;
  // As it was typed: what a record has in place of a code would stand for any other text too.
  return wasExportBegun(request, { action: EXPORTED, details: { format, filter: chosen.filter } });
}

async function keysOf(request: MemberRequest, { chosen, cursor }: Input): Promise<OrderKey[]> {
  if ("filter" in chosen) {
    const after = cursor === null ? null : readCursor(cursor);
    const filter = readFilter(request, chosen.filter);
    return findOrders(request.db, filter, { sort: chosen.sort, after, take: PAGE + 1 });
  }
  const { references } = chosen;
  const rows = await request.db
    .select({
      row: orders.id,
      createdAt: orders.createdAt,
      price: orders.price,
      code: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(orders)
    .where(referredToBy(request.environment, references));
  // In the order of the selection, each order once, even if the id of one order is the code of another.
  const byReference = new Map(rows.map((row) => [row.orderId, row]));
  for (const row of rows) byReference.set(row.code, row);
  return [...new Set(references.flatMap((reference) => byReference.get(reference) ?? []))];
}

function productOf({ productId, productName, quantity }: OrderLine): string {
  const name = productName ?? `Product ${productId}`;
  return quantity === null ? name : `${quantity} × ${name}`;
}
