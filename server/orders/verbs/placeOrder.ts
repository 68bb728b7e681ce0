import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { OrderLine, OrderView } from "#lib/contracts/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLines.ts";
import { newOrderCode } from "#lib/orders/references/externalCode.ts";
import { freeze, orderRequestOf, type IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { WAITING_BUDGET } from "#lib/orders/lifecycle/backoff.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import { auditStatement } from "#server/audit/record.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { orders } from "#server/db/schema/orders.ts";
import { DeskError } from "#server/context/errors.ts";
import { placedOrderView } from "#server/orders/ledger/orderView.ts";
import { attemptStatement } from "#server/orders/ledger/attempts.ts";
import { findTypedCode } from "#server/orders/ledger/findTypedCode.ts";
import {
  findByConfirmation,
  findByReference,
  readRow,
  UNKNOWN,
  type OrderRow,
} from "#server/orders/ledger/ledgerRow.ts";
import { LEASE } from "#server/orders/ledger/lease.ts";
import { lockDraft, moveLinesToOrder, requireUnordered } from "#server/orders/drafts/orderDraftLines.ts";
import { requireAcknowledged } from "#server/orders/drafts/requireAcknowledged.ts";
import { returnLines } from "#server/orders/drafts/returnLines.ts";
import { checkLines } from "./preflightOrder.ts";
import { sendAttempt } from "#server/orders/worker/runAttempt.ts";
import { refuseWhenStopping, trackInFlight } from "#server/orders/worker/inFlightWork.ts";

/** How long a person waits for the first attempt; the order is safe either way, and goes on without them. */
const ANSWER_WITHIN = 8 * SECOND;

/**
 * Places one order: checks it against fresh products, makes the intent durable, and sends the first attempt. While the service
 * asks us to slow down, the order is checked against the catalog and waits for its first attempt. However often the same `confirmationId` arrives, it makes one order (docs/architecture.md#invariants, 2). Throws `validation` with the lines' problems,
 * `conflict` for a code that is taken, `rejected` with the service's own answer.
 */
export async function placeOrder(request: DeskRequest, input: PlaceOrderRequest): Promise<OrderView> {
  requirePermission(request, "orders.place");
  const known = await findByConfirmation(request.db, input.confirmationId);
  if (known !== null) return answerAgain(request, known, input);
  requireService(request);
  const typed = input.externalOrderCode;
  const existing = typed === undefined ? null : await findTypedCode(request, typed);
  if (existing !== null) {
    // The order that has the code may be this very one, confirmed a moment ago by the same request.
    const same = await findByConfirmation(request.db, input.confirmationId);
    if (same !== null) return answerAgain(request, same, input);
    throw new DeskError("conflict", existing.message, { existingReference: existing.reference });
  }
  // To the end, also when the client has gone: a person has confirmed this order.
  const { lines, notBefore } = await checkLines(
    { ...request, signal: undefined },
    input.currency,
    input.lines,
  );
  refuseWhenStopping(request.instanceId);
  return trackInFlight(request.instanceId, confirmAndSend(request, input, buyable(lines), notBefore));
}

async function confirmAndSend(
  request: DeskRequest,
  input: PlaceOrderRequest,
  lines: Buyable[],
  notBefore: Instant | null,
): Promise<OrderView> {
  const row = await confirm(request, input, lines, notBefore);
  if (row.confirmed === "again") return answerAgain(request, row.order, input);
  if (row.order.state === "waiting") return placedOrderView(request, row.order);
  const order = await firstAttempt(request, row.order);
  await returnLines(request, order);
  return placedOrderView(request, order);
}

type Confirmed = { confirmed: "now" | "again"; order: OrderRow };
type Buyable = { intent: IntentLine; line: OrderLine; checked: CheckedLine };

function buyable(lines: CheckedLine[]): Buyable[] {
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) {
    throw new DeskError("validation", "Some lines cannot be ordered as they are. Nothing was sent.", {
      lines: problems,
    });
  }
  return lines.map((checked) => {
    const { productId, product, price, quantity, countryCode } = checked;
    if (price === null) throw new DeskError("validation", "A line has no price. Nothing was sent.");
    return {
      intent: { productId, price, quantity, countryCode },
      line: { productId, productName: product?.name ?? null, price, quantity, countryCode },
      checked,
    };
  });
}

/** The intent, the record of who confirmed it and the first attempt, before the first byte leaves (docs/architecture.md#invariants, 1). */
async function confirm(
  request: DeskRequest,
  input: PlaceOrderRequest,
  lines: Buyable[],
  notBefore: Instant | null,
): Promise<Confirmed> {
  const code = input.externalOrderCode ?? newOrderCode(randomBytes);
  const body = orderRequestOf(
    code,
    input.currency,
    lines.map(({ intent }) => intent),
  );
  if (body === null)
    throw new DeskError("validation", "The total is too large to be exact. Split the order.");
  const sent = intentRow(request, input, lines, {
    code,
    price: body.price,
    bytes: Buffer.from(freeze(body)),
  });
  const order = notBefore === null ? sent : postponed(sent, notBefore);
  const write =
    input.draft === undefined
      ? writeIntent(request, request.db, order)
      : writeDraftIntent(request, input, lines, order);
  const written = await write.catch((error: unknown) => isWritten(request, order, error));
  if (written) return { confirmed: "now", order };
  const same = await findByConfirmation(request.db, input.confirmationId);
  if (same !== null) return { confirmed: "again", order: same };
  const other = await findByReference(request.db, request.environment, code);
  throw new DeskError(
    "conflict",
    `The code ${code} already belongs to an order. Choose another.`,
    other === null ? {} : { existingReference: code },
  );
}

/** Due at once, and leased: if this process dies now, whoever claims it after the lease finds the open attempt. */
function intentRow(
  request: DeskRequest,
  input: PlaceOrderRequest,
  lines: { line: OrderLine }[],
  frozen: { code: string; price: number; bytes: Buffer },
): OrderRow {
  const now = request.clock.now();
  return {
    ...UNKNOWN,
    id: randomUUID(),
    environment: request.environment,
    externalOrderCode: frozen.code,
    confirmationId: input.confirmationId,
    origin: "placed",
    state: "submitting",
    currency: input.currency,
    price: frozen.price,
    lines: lines.map(({ line }) => line),
    body: frozen.bytes,
    note: input.note ?? null,
    purchaseOrder: input.purchaseOrder ?? null,
    placedBy: request.actor.id,
    attempts: 1,
    nextActionAt: now,
    leaseOwner: request.instanceId,
    leaseUntil: now + LEASE,
    fence: 1,
    revision: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** The same intent, to be sent by the order worker when the service may be called again, or given up when it waited too long. */
function postponed(order: OrderRow, notBefore: Instant): OrderRow {
  return {
    ...order,
    state: "waiting",
    attempts: 0,
    nextActionAt: Math.min(notBefore, order.createdAt + WAITING_BUDGET),
    leaseOwner: null,
    leaseUntil: null,
  };
}

/**
 * The intent and the removal of its lines from their draft, in one transaction (docs/architecture.md#invariants, 11). False when
 * the confirmation or the code is in the ledger already. Throws `conflict` when the lines are no longer there to be ordered.
 */
function writeDraftIntent(
  request: DeskRequest,
  input: PlaceOrderRequest,
  lines: Buyable[],
  order: OrderRow,
): Promise<boolean> {
  const { draft, confirmationId, lines: asked } = input;
  return request.db.transaction(async (tx) => {
    if (draft === undefined) return false;
    const locked = await lockDraft(tx, request, draft.id);
    // Who waited for the lock may be the same confirmation, sent twice.
    if ((await findByConfirmation(tx, confirmationId)) !== null) return false;
    const lineIds = asked.flatMap(({ lineId }) => lineId ?? []);
    await requireUnordered(
      tx,
      locked,
      lines.map(({ checked }, index) => ({ ...checked, lineId: lineIds[index] ?? "" })),
    );
    const intent = lines.map((each) => each.intent);
    await requireAcknowledged(tx, request, input, intent);
    if (!(await writeIntent(request, tx, order))) return false;
    await moveLinesToOrder(tx, locked, order, lineIds);
    return true;
  });
}

/**
 * The order, its audit record and its first attempt, unless it waits for that, in one statement, which is one transaction. False when the confirmation or
 * the code is in the ledger already: then nothing was written.
 */
async function writeIntent(
  request: DeskRequest,
  db: Database | Transaction,
  order: OrderRow,
): Promise<boolean> {
  const written = sql`select 1 from written`;
  const insert = db.insert(orders).values(order).onConflictDoNothing().returning({ id: orders.id });
  const record = auditStatement(
    {
      at: order.createdAt,
      environment: order.environment,
      actorId: request.actor.id,
      action: "order.confirmed",
      orderRow: order.id,
      toState: order.state,
      details: { price: order.price, currency: order.currency, lines: order.lines.length },
    },
    written,
  );
  const parts = [sql`written as ${insert}`, sql`audited as (${record})`];
  if (order.attempts > 0) {
    parts.push(
      sql`opened as (${attemptStatement(order, { kind: "open_attempt" }, order.createdAt, written)})`,
    );
  }
  const { rowCount } = await db.execute(sql`with ${sql.join(parts, sql`, `)} ${written}`);
  return rowCount === 1;
}

/** The answer may have been lost and not the intent: then it is sent now, not when its lease runs out. */
async function isWritten(request: DeskRequest, order: OrderRow, error: unknown): Promise<boolean> {
  const row = await readRow(request.db, order.id).catch(() => null);
  if (row === null || row.fence !== order.fence) throw error;
  return true;
}

/** Sends the first attempt and waits for it, but not for ever; the attempt goes on either way. */
async function firstAttempt(request: DeskRequest, row: OrderRow): Promise<OrderRow> {
  const attempt = trackInFlight(request.instanceId, sendAttempt(request, row)).catch((error: unknown) => {
    request.log.error({ order: row.id, error }, "An attempt ended without a recorded outcome");
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN);
  });
  const after = await Promise.race([attempt, patience]);
  clearTimeout(timer);
  return after ?? (await readRow(request.db, row.id)) ?? row;
}

/** The same confirmation again: the same order, unless something else was meant by it. */
async function answerAgain(
  request: DeskRequest,
  known: OrderRow,
  input: PlaceOrderRequest,
): Promise<OrderView> {
  const same =
    known.environment === request.environment &&
    known.placedBy === request.actor.id &&
    known.currency === input.currency &&
    (input.externalOrderCode ?? known.externalOrderCode) === known.externalOrderCode &&
    known.lines.length === input.lines.length &&
    known.lines.every((line, index) => {
      const asked = input.lines[index];
      return (
        asked !== undefined &&
        asked.productId === line.productId &&
        asked.quantity === line.quantity &&
        (asked.price ?? line.price) === line.price
      );
    });
  if (!same) {
    throw new DeskError(
      "conflict",
      "This confirmation was already used for another order. Review the order again.",
      known.externalOrderCode === null ? {} : { existingReference: known.externalOrderCode },
    );
  }
  await returnLines(request, known);
  return placedOrderView(request, known);
}
