import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type {
  draftQuerySchema,
  OrderDraftView,
  OrderedLines,
  TypedLine,
} from "#lib/contracts/orders/placeOrder.ts";
import { hasAllCodes, orderedQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { isAbsenceUnproved, STATES } from "#lib/orders/lifecycle/states.ts";
import { lineAgain } from "#lib/orders/drafts/lineAgain.ts";
import { mayDeliverUntil } from "#lib/orders/lifecycle/pollTimes.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { readChangedSince } from "#server/catalog/changes/readChangedSince.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { readDecline } from "#server/orders/approval/readDecline.ts";
import { mainDraft, requireDraft, type DraftRow } from "./draftRow.ts";

type Rejection = NonNullable<NonNullable<OrderDraftView["origin"]>["rejection"]>;

/**
 * A draft of this member in this environment, with the products of its lines as last seen, and with what was ordered from it
 * since the version that the reader has.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function readDraft(
  request: MemberRequest,
  { id, since }: z.output<typeof draftQuerySchema> = {},
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  return draftView(
    request,
    id === undefined ? await mainDraft(request) : await requireDraft(request, id),
    since,
  );
}

/** `since`: a version of the draft; undefined leaves out what was ordered from it. */
export async function draftView(
  request: MemberRequest,
  row: DraftRow,
  since?: number,
): Promise<OrderDraftView> {
  const [products, origin, ordered] = await Promise.all([
    readProductsOf(request, row.draft.lines),
    row.origin === null ? null : readOrigin(request, row.origin),
    since === undefined || since >= row.version ? [] : orderedSince(request, row, since),
  ]);
  // Whoever changes an order that was declined has to know what has changed since it was confirmed.
  const decline = origin?.decline ?? null;
  const at = decline === null ? row.savedAt : Date.parse(decline.confirmedAt);
  const [changedSince = null] = await readChangedSince(request, [{ at, lines: row.draft.lines }]);
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    isOwn: row.memberId === request.actor.id,
    origin,
    draft: row.draft,
    version: row.version,
    ...products,
    savedAt: toIsoOrNull(row.savedAt),
    changedSince,
    ordered,
  };
}

/** The products of lines, as last seen in the catalog. */
export async function readProductsOf(
  request: MemberRequest,
  lines: readonly TypedLine[],
): Promise<Pick<OrderDraftView, "products" | "retiredProductIds">> {
  const stored = await readStoredProducts(request, [...new Set(lines.map(({ productId }) => productId))]);
  return {
    products: stored.map(({ product }) => product),
    retiredProductIds: stored.flatMap(({ product, retired }) => (retired ? [product.id] : [])),
  };
}

async function readOrigin(request: MemberRequest, reference: string): Promise<OrderDraftView["origin"]> {
  const order = await findByReference(request.db, request.environment, reference);
  const until = order === null ? null : mayDeliverUntil(order, request.clock.now());
  const boughtNothing = order !== null && STATES[order.state].isNothingBought;
  return {
    reference,
    boughtNothing,
    doubt: order === null ? null : doubtOf(order),
    mayDeliverUntil: toIsoOrNull(until),
    rejection: order === null ? null : rejectionOf(order),
    decline: order === null ? null : await readDecline(request.db, order),
  };
}

/**
 * What the original order may already have bought of the lines that this draft would buy again; its state may have changed since
 * the draft was made.
 */
function doubtOf(order: OrderRow): NonNullable<OrderDraftView["origin"]>["doubt"] {
  const { isNothingBought, stage } = STATES[order.state];
  if (isAbsenceUnproved(order.state, order.nextActionAt)) return "being_checked";
  if (isNothingBought) return null;
  if (stage === "fulfilment") return "in_progress";
  if (stage !== "delivered") return "outcome_unknown";
  return hasAllCodes({ ...order, ordered: orderedQuantity(order) }) ? "delivered" : null;
}

/** What the service said about the lines of a rejected order, for the draft that copies it. */
function rejectionOf({ state, refusal, currency, lines, refusedLines }: OrderRow): Rejection | null {
  if (state !== "rejected") return null;
  return {
    refusal,
    currency,
    lines: refusedLines.flatMap(({ index, message }) => {
      const line = lines[index];
      return line === undefined ? [] : [{ line: lineAgain(line, currency), message }];
    }),
  };
}

async function orderedSince(request: MemberRequest, row: DraftRow, since: number): Promise<OrderedLines[]> {
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
