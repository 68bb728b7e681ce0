import "server-only";
import { and, eq, inArray, or } from "drizzle-orm";
import type { z } from "zod";
import type { OrderLine } from "#lib/contracts/order.ts";
import type { ExportedOrder, exportOrdersRequestSchema, ExportPage } from "#lib/contracts/orderExport.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { readCursor, writeCursor } from "#server/orders/search/cursor.ts";
import type { OrderKey } from "#server/orders/search/filter.ts";
import { findOrders } from "#server/orders/search/findOrders.ts";
import { readFilter } from "#server/orders/search/readFilter.ts";
import { readListed } from "#server/orders/search/readListed.ts";

const PAGE = 1_000;

type Input = z.output<typeof exportOrdersRequestSchema>;

/**
 * One page of the rows of an export; the browser makes the file. The first page is audited.
 * @throws AppError `forbidden`; `validation` for an invalid cursor.
 */
export async function exportOrders(request: MemberRequest, input: Input): Promise<ExportPage> {
  requirePermission(request, "orders.read");
  const { chosen, cursor, format } = input;
  if (cursor === null) {
    const record = {
      at: request.clock.now(),
      environment: request.environment,
      actorId: request.actor.id,
      action: "orders.exported" as const,
      details: {
        format,
        ...("references" in chosen ? { orders: chosen.references.length } : { filter: chosen.filter }),
      },
    };
    await request.db.transaction((tx) => recordAudit(tx, record));
  }
  const keys = await keysOf(request, input);
  const rows = await readListed(request.db, keys.slice(0, PAGE));
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  const last = keys[PAGE - 1];
  return {
    items: rows.map((row): ExportedOrder => ({
      ...summaryOf(row, names),
      products: row.lines.map(productOf),
      note: row.note,
    })),
    nextCursor: keys.length > PAGE && last !== undefined ? writeCursor(last) : null,
  };
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
    .where(
      and(
        eq(orders.environment, request.environment),
        or(inArray(orders.externalOrderCode, references), inArray(orders.orderId, references)),
      ),
    );
  // In the order of the selection, each once, also where an order has the id that is another one's code.
  const byReference = new Map(rows.map((row) => [row.orderId, row]));
  for (const row of rows) byReference.set(row.code, row);
  return [...new Set(references.flatMap((reference) => byReference.get(reference) ?? []))];
}

function productOf({ productId, productName, quantity }: OrderLine): string {
  const name = productName ?? `Product ${productId}`;
  return quantity === null ? name : `${quantity} × ${name}`;
}
