import "server-only";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { draftQuerySchema, OrderDraftView, OrderedLines } from "#lib/contracts/placeOrder.ts";
import type { Product } from "#lib/contracts/product.ts";
import { mayDeliverUntil } from "#lib/orders/lifecycle/pollTimes.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { mainDraft, requireDraft, type DraftRow } from "./draftRow.ts";

/**
 * A draft of this member in this environment, with the products of its lines as last seen, and with what was ordered from it
 * since the reader's version. Throws `forbidden`, `not-found`.
 */
export async function readDraft(
  request: DeskRequest,
  { id, since }: z.output<typeof draftQuerySchema> = {},
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  return draftView(
    request,
    id === undefined ? await mainDraft(request) : await requireDraft(request, id),
    since,
  );
}

/** `since`: a version of the draft; undefined: what was ordered is not asked for. */
export async function draftView(
  request: DeskRequest,
  row: DraftRow,
  since?: number,
): Promise<OrderDraftView> {
  const ids = [...new Set(row.draft.lines.map((line) => line.productId))];
  const [products, origin, ordered] = await Promise.all([
    readProductsOf(request, ids),
    row.origin === null ? null : readOrigin(request, row.origin),
    since === undefined || since >= row.version ? [] : orderedSince(request, row, since),
  ]);
  return {
    id: row.id,
    origin,
    draft: row.draft,
    version: row.version,
    ...products,
    savedAt: row.savedAt === null ? null : toIso(row.savedAt),
    ordered,
  };
}

async function readOrigin(request: DeskRequest, reference: string): Promise<OrderDraftView["origin"]> {
  const order = await findByReference(request.db, request.environment, reference);
  const until = order === null ? null : mayDeliverUntil(order, request.clock.now());
  return { reference, mayDeliverUntil: until === null ? null : toIso(until) };
}

async function orderedSince(request: DeskRequest, row: DraftRow, since: number): Promise<OrderedLines[]> {
  const rows = await request.db
    .select({
      line: orderedDraftLines.line,
      reference: orders.externalOrderCode,
      createdAt: orders.createdAt,
      placedBy: members.name,
    })
    .from(orderedDraftLines)
    .innerJoin(orders, eq(orders.id, orderedDraftLines.orderRow))
    .leftJoin(members, eq(members.id, orders.placedBy))
    .where(and(eq(orderedDraftLines.draftId, row.id), gt(orderedDraftLines.draftVersion, since)))
    .orderBy(asc(orders.createdAt), asc(orderedDraftLines.position));
  const byOrder = Map.groupBy(rows, ({ reference }) => reference ?? "");
  return [...byOrder].map(([reference, ofOrder]) => ({
    reference,
    placedBy: ofOrder[0]?.placedBy ?? null,
    at: toIso(ofOrder[0]?.createdAt ?? 0),
    lines: ofOrder.map(({ line }) => line),
  }));
}

async function readProductsOf(
  request: DeskRequest,
  ids: readonly number[],
): Promise<{ products: Product[]; retiredProductIds: number[] }> {
  if (ids.length === 0) return { products: [], retiredProductIds: [] };
  const rows = await request.db
    .select({ product: catalogProducts.product, retiredAt: catalogProducts.retiredAt })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, request.environment),
        sql`${catalogProducts.productId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  return {
    products: rows.map(({ product }) => product),
    retiredProductIds: rows.flatMap(({ product, retiredAt }) => (retiredAt === null ? [] : [product.id])),
  };
}
