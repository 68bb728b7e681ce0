import "server-only";
import { and, desc, eq, gte, ilike, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { OrdersPage, OrdersQuery } from "#lib/contracts/order.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { likePattern } from "#server/db/likePattern.ts";
import { orders } from "#server/db/schema/orders.ts";
import { DeskError } from "#server/context/errors.ts";
import { holdsProduct } from "#server/orders/ledger/holdsProduct.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";

/** The ledger of the request's environment, newest first, by pages. */
export async function listOrders(request: DeskRequest, query: OrdersQuery): Promise<OrdersPage> {
  requirePermission(request, "orders.read");
  const rows = await request.db
    .select()
    .from(orders)
    .where(and(...conditions(request, query)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(query.take + 1);
  const page = rows.slice(0, query.take);
  const names = await memberNames(
    request.db,
    page.map(({ placedBy }) => placedBy),
  );
  const last = page.at(-1);
  return {
    items: page.map((row) => summaryOf(row, names)),
    nextCursor: rows.length > query.take && last !== undefined ? cursorOf(last) : null,
  };
}

function conditions(request: DeskRequest, query: OrdersQuery): (SQL | undefined)[] {
  return [
    eq(orders.environment, request.environment),
    query.q === undefined || query.q.trim() === "" ? undefined : matches(query.q),
    query.state === undefined || query.state.length === 0 ? undefined : inArray(orders.state, query.state),
    query.from === undefined ? undefined : gte(orders.createdAt, Date.parse(query.from)),
    query.to === undefined ? undefined : lt(orders.createdAt, Date.parse(query.to)),
    query.placedBy === undefined ? undefined : confirmedBy(request, query.placedBy),
    query.product === undefined ? undefined : holdsProduct(query.product),
    query.cursor === undefined ? undefined : after(query.cursor),
  ];
}

function matches(words: string): SQL | undefined {
  // PostgreSQL holds no NUL.
  const text = words.trim().replaceAll("\0", "");
  const pattern = `%${likePattern(text)}%`;
  return or(
    ilike(orders.externalOrderCode, pattern),
    eq(orders.orderId, text),
    ilike(orders.note, pattern),
    ilike(orders.purchaseOrder, pattern),
    sql`${orders.lines} @? '$[*]' and ${orders.lines}::text ilike ${pattern}`,
  );
}

function confirmedBy(request: DeskRequest, who: string): SQL {
  const ids = request.db
    .select({ id: members.id })
    .from(members)
    .where(or(eq(members.email, who.toLowerCase()), ilike(members.name, likePattern(who))));
  return inArray(orders.placedBy, ids);
}

function cursorOf(row: OrderRow): string {
  return `${row.createdAt}.${row.id}`;
}

const CURSOR = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function after(cursor: string): SQL {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined) {
    throw new DeskError("validation", "This page of the list cannot be found. Start at the first one.");
  }
  return sql`(${orders.createdAt}, ${orders.id}) < (${toIso(Number(at))}::timestamptz, ${id}::uuid)`;
}
