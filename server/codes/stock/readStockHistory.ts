import "server-only";
import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { StockEvent, StockHistory } from "#lib/contracts/codes/stockHistory.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { toIso } from "#lib/time/instant.ts";
import { DELIVERED_PRODUCT } from "#server/codes/handOut/deliveredProduct.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";

const MOST_EVENTS = 200;

type Dated = Omit<StockEvent, "at"> & { at: number };

/** What the records of an order say of its codes. Hand-outs are read where they are kept, because those of an order may be of several products. */
const RECORDED: Partial<Record<AuditAction, StockEvent["event"]>> = {
  "codes.revealed": "revealed",
  "codes.exported": "exported",
  "codes.hand-out-read": "shown-again",
  "codes.hand-out-taken-back": "taken-back",
  "codes.hand-out-disputed": "disputed",
  "codes.claim-opened": "disputed",
  "codes.claim-moved": "undisputed",
};

const ORDER = {
  externalOrderCode: orders.externalOrderCode,
  orderId: orders.orderId,
  products: sql<number>`jsonb_array_length(${orders.lines})`,
};

/**
 * What happened to the codes of a product, the latest first: which came, and who revealed, exported or handed out how many of which order.
 * @throws AppError `forbidden`.
 */
export async function readStockHistory(
  request: MemberRequest,
  { productId }: { productId: number },
): Promise<StockHistory> {
  requirePermission(request, "orders.read");
  // The index of the orders' products serves this.
  const isOfProduct = and(
    eq(orders.environment, request.environment),
    sql`${orders.lines} @> ${JSON.stringify([{ productId }])}::jsonb`,
  );
  const [came, handedOut, recorded, productName] = await Promise.all([
    readCame(request, isOfProduct, productId),
    readHandedOut(request, isOfProduct, productId),
    readRecorded(request, isOfProduct),
    readName(request, isOfProduct, productId),
  ]);
  const all = [...came, ...handedOut, ...recorded].toSorted((one, other) => other.at - one.at);
  return {
    productName,
    hasMore: all.length > MOST_EVENTS,
    items: all.slice(0, MOST_EVENTS).map((each) => ({ ...each, at: toIso(each.at) })),
  };
}

async function readCame(
  { db }: MemberRequest,
  isOfProduct: SQL | undefined,
  productId: number,
): Promise<Dated[]> {
  const { firstSeenAt } = codeFingerprints;
  const rows = await db
    .select({ at: firstSeenAt, count: sql<number>`count(*)::int`, ...ORDER })
    .from(codeFingerprints)
    .innerJoin(orders, eq(orders.id, codeFingerprints.orderRow))
    .where(and(isOfProduct, sql`${DELIVERED_PRODUCT} = ${productId}`))
    .groupBy(orders.id, firstSeenAt)
    .orderBy(desc(firstSeenAt))
    .limit(MOST_EVENTS + 1);
  return rows.map((row) => ({
    at: row.at,
    event: "came",
    count: row.count,
    isOfSeveral: false,
    order: referenceOf(row),
    by: null,
  }));
}

async function readHandedOut(
  { db }: MemberRequest,
  isOfProduct: SQL | undefined,
  productId: number,
): Promise<Dated[]> {
  const { takenAt, takeId } = codeHandOuts;
  const rows = await db
    .select({ at: takenAt, by: members.name, count: sql<number>`count(*)::int`, ...ORDER })
    .from(codeHandOuts)
    .innerJoin(orders, eq(orders.id, codeHandOuts.orderRow))
    .innerJoin(members, eq(members.id, codeHandOuts.takenBy))
    .where(and(isOfProduct, eq(codeHandOuts.productId, productId)))
    .groupBy(orders.id, takeId, takenAt, members.id)
    .orderBy(desc(takenAt))
    .limit(MOST_EVENTS + 1);
  return rows.map((row) => ({
    at: row.at,
    event: "handed-out",
    count: row.count,
    isOfSeveral: false,
    order: referenceOf(row),
    by: row.by,
  }));
}

async function readRecorded({ db }: MemberRequest, isOfProduct: SQL | undefined): Promise<Dated[]> {
  const { at, action, details, id } = auditRecords;
  const rows = await db
    .select({ at, action, details, by: members.name, ...ORDER })
    .from(auditRecords)
    .innerJoin(orders, eq(orders.id, auditRecords.orderRow))
    .leftJoin(members, eq(members.id, auditRecords.actorId))
    .where(and(isOfProduct, inArray(action, Object.keys(RECORDED))))
    .orderBy(desc(id))
    .limit(MOST_EVENTS + 1);
  return rows.flatMap((row) => {
    const event = eventOf(row);
    if (event === undefined) return [];
    const count = typeof row.details["count"] === "number" ? row.details["count"] : 1;
    return {
      at: row.at,
      event,
      count,
      isOfSeveral: row.products > 1,
      order: referenceOf(row),
      by: row.by,
    };
  });
}

function eventOf({ action, details }: { action: string; details: Record<string, unknown> }) {
  const event = Object.entries(RECORDED).find(([name]) => name === action)?.[1];
  if (event === "disputed" && details["disputed"] === false) return "undisputed";
  // What else becomes of a claim, the page of claims says.
  return action === "codes.claim-moved" && details["to"] !== "withdrawn" ? undefined : event;
}

async function readName(
  { db }: MemberRequest,
  isOfProduct: SQL | undefined,
  productId: number,
): Promise<string | null> {
  const [latest] = await db
    .select({ lines: orders.lines })
    .from(orders)
    .where(isOfProduct)
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return latest?.lines.find((line) => line.productId === productId)?.productName ?? null;
}
