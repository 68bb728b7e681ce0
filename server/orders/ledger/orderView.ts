import "server-only";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { OrderSummary, OrderView, TimelineEntry } from "#lib/contracts/orders/order.ts";
import { permits, type Holder } from "#lib/members/roles.ts";
import { allowedActions } from "#lib/orders/lifecycle/actions.ts";
import { canReorderMissing } from "#lib/orders/lifecycle/missingCodes.ts";
import { orderedQuantity, sumOfLines } from "#lib/orders/lifecycle/orderRecord.ts";
import { browserPollMs, mayDeliverUntil, mayPollAt } from "#lib/orders/lifecycle/pollTimes.ts";
import { isRefusedOnTheWay, REFUSED_ON_THE_WAY } from "#lib/orders/lines/refusedOnTheWay.ts";
import { offers, STATES } from "#lib/orders/lifecycle/states.ts";
import { sendingDeadline } from "#lib/orders/lifecycle/sendingDeadline.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import { readChangedSince } from "#server/catalog/changes/readChangedSince.ts";
import { allAuditRecords } from "#server/audit/allRecords.ts";
import { AppError } from "#server/context/errors.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { members } from "#server/db/schema/members.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { readClockSkew } from "#server/serviceLimits/clockSkew.ts";
import { budgetDeciders } from "#server/orders/deciders/budgetDeciders.ts";
import { dismissalOf } from "./dismissalOf.ts";
import { coveredRequester } from "./coveredRequester.ts";
import { isOfOwnToken } from "./isOfOwnToken.ts";
import type { OrderRow } from "./ledgerRow.ts";
import { countDelivered, ordersFollowing } from "./relatedOrders.ts";

/** What the lists show of a row. */
type ListedRow = Omit<OrderRow, "body">;

/** A row as the lists show it. `names` has the members' names by their id. */
export function summaryOf(row: ListedRow, names: ReadonlyMap<string, string>): OrderSummary {
  return {
    externalOrderCode: row.externalOrderCode,
    orderId: row.orderId,
    state: row.state,
    statusName: row.statusName,
    environment: row.environment,
    origin: row.origin,
    currency: row.currency,
    price: row.price,
    quantity: sumOfLines(row) ?? row.ordered,
    lineCount: row.lines.length,
    productCount: new Set(row.lines.map(({ productId }) => productId)).size,
    firstProductName: row.lines[0]?.productName ?? null,
    delivered: row.delivered,
    ordered: orderedQuantity(row),
    placedBy: row.placedBy === null ? null : (names.get(row.placedBy) ?? null),
    automation: row.automation,
    purchaseOrder: row.purchaseOrder,
    tags: row.tags,
    createdAt: toIso(row.createdAt),
    estimatedReadyAt: toIsoOrNull(row.estimatedReadyAt),
  };
}

/** The names of the members who appear, by id. `known` is a member whose name need not be read. */
export async function memberNames(
  db: Database,
  ids: readonly (string | null)[],
  known?: { id: string; name: string },
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = new Map<string, string>();
  if (known !== undefined) names.set(known.id, known.name);
  const unread = wanted.filter((id) => !names.has(id));
  if (unread.length === 0) return names;
  const rows = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(inArray(members.id, unread));
  for (const { id, name } of rows) names.set(id, name);
  return names;
}

/**
 * Everything that this member may see of an order. Never contains a code.
 * @param isNew this request has placed it, so no order can follow it yet.
 */
export async function orderView(request: MemberRequest, row: OrderRow, isNew = false): Promise<OrderView> {
  const waits = offers(row.state, "approve");
  const [
    records,
    codes,
    skewMs,
    followedBy,
    deliveredByProduct,
    byOwnToken,
    standsInFor,
    deciders,
    [changedSince = null],
  ] = await Promise.all([
    timelineRecords(request.db, row.id),
    hasCodes(request.db, row),
    readClockSkew(request, row.environment),
    isNew ? [] : ordersFollowing(request.db, row),
    countDelivered(request.db, row),
    waits && isOfOwnToken(request, row),
    waits ? coveredRequester(request, row) : null,
    waits ? budgetDeciders(request, row) : null,
    readChangedSince(request, waits ? [{ at: row.createdAt, lines: row.lines }] : []),
  ]);
  const names = await memberNames(
    request.db,
    [row.placedBy, row.dismissedBy, ...records.map(({ actorId }) => actorId)],
    request.actor,
  );
  const now = request.clock.now();
  const recheckUntil = mayDeliverUntil(row, now);
  return {
    ...summaryOf(row, names),
    lines: row.lines,
    note: row.note,
    overLimit: row.overLimit,
    changedSince,
    byOwnToken,
    standsInFor,
    deciders,
    reason: row.reason,
    message: row.message,
    refusal: row.refusal,
    refusedLines: row.refusedLines,
    wallet: permits(request.actor, "wallet.read") ? row.wallet : null,
    nextLookAt: toIsoOrNull(row.nextActionAt),
    lastLookAt: toIsoOrNull(row.lastPollAt),
    sendBefore: row.state === "waiting" ? toIso(sendingDeadline(row)) : null,
    checkableAt: toIso(mayPollAt(row, skewMs)),
    recheckUntil: toIsoOrNull(recheckUntil),
    attempts: row.attempts,
    revision: row.revision,
    updatedAt: toIso(row.updatedAt),
    alarm: row.alarm,
    otherOrder: isWithheld(row) ? row.otherOrder : null,
    dismissal: dismissalOf(row, names),
    deliveredByProduct,
    follows: row.follows,
    followedBy,
    actions: allowedActions(request.actor, { ...row, byOwnToken, standsInFor, deciders }).filter(
      (action) =>
        action !== "reorder_missing" ||
        canReorderMissing({ ...row, ordered: orderedQuantity(row) }, recheckUntil !== null),
    ),
    canLabel: permits(request.actor, "orders.place"),
    canReveal: codes && permits(request.actor, "codes.reveal"),
    pollAfterMs: browserPollMs(row, now),
    timeline: records.map((record) => timelineEntry(request.actor, record, names)),
  };
}

/**
 * The answer to placing an order: the order itself. A rejected order becomes an error with the service's message
 * (docs/architecture.md#http-interface).
 */
export async function placedOrderView(
  request: MemberRequest,
  row: OrderRow,
  isNew: boolean,
): Promise<OrderView> {
  if (row.state !== "rejected") return orderView(request, row, isNew);
  const isOnTheWay = row.refusal !== null && isRefusedOnTheWay(row.refusal);
  const message = isOnTheWay
    ? `Refused on the way to the service. Nothing was bought. ${REFUSED_ON_THE_WAY}`
    : (row.refusal?.message ?? row.message ?? "The service refused this order.");
  throw new AppError("rejected", message, {
    ...(row.refusal === null ? {} : { service: row.refusal }),
    lines: row.refusedLines,
    ...(row.externalOrderCode === null ? {} : { existingReference: row.externalOrderCode }),
  });
}

/**
 * Whether the order has codes to show. A completed order has them. For a partial one, the interface says that codes are returned
 * only when the order is completed (docs/service-interface.md §3, rule 2), so codes must have been seen. None while they may be those of
 * another order.
 */
export async function hasCodes(
  db: Database,
  row: Pick<OrderRow, "id" | "state" | "otherOrder">,
): Promise<boolean> {
  if (isWithheld(row)) return false;
  const { codes } = STATES[row.state];
  if (codes !== "some") return codes === "all";
  const [seen] = await db
    .select({ index: codeFingerprints.index })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, row.id))
    .limit(1);
  return seen !== undefined;
}

const recordsOfOrder = prepared((db) => {
  const records = allAuditRecords(db).as("records");
  return db
    .select()
    .from(records)
    .where(eq(records.orderRow, sql.placeholder("orderRow")))
    .orderBy(asc(records.id))
    .prepare("timeline_of_order");
});

function timelineRecords(db: Database, orderRow: string) {
  return recordsOfOrder(db).execute({ orderRow });
}

/**
 * Whether a member sees the details of a record. Those about codes name customers and say what codes were needed for, which concerns
 * whoever reveals codes or reads the audit log.
 */
function showsDetails(actor: Holder, action: string): boolean {
  return !action.startsWith("codes.") || permits(actor, "codes.reveal") || permits(actor, "audit.read");
}

function timelineEntry(
  actor: Holder,
  record: Awaited<ReturnType<typeof timelineRecords>>[number],
  names: ReadonlyMap<string, string>,
): TimelineEntry {
  return {
    id: String(record.id),
    at: toIso(record.at),
    action: record.action,
    actor: record.actorId === null ? null : (names.get(record.actorId) ?? "a former member"),
    from: record.fromState,
    to: record.toState,
    details: showsDetails(actor, record.action) ? record.details : {},
  };
}
