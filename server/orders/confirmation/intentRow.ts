import "server-only";
import { randomUUID } from "node:crypto";
import type { ExceededLimit } from "#lib/contracts/team/limits.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { deadlineAfter, sendingDeadline } from "#lib/orders/lifecycle/sendingDeadline.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { UNKNOWN, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { LEASE } from "#server/orders/ledger/lease.ts";

/**
 * The ledger row of an order whose first attempt is made at once. It is due, and leased: if this process dies now, the worker that
 * claims the row after the lease finds the open attempt.
 */
export function intentRow(
  request: MemberRequest,
  input: PlaceOrderRequest,
  lines: readonly { line: OrderLine }[],
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
    tags: input.tags ?? [],
    checksCodeFirst: false,
    placedBy: request.actor.id,
    automation: request.automation?.origin ?? null,
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

/**
 * The same intent, left to the order worker: it sends the order once the service accepts calls again, or gives up if that takes
 * too long.
 */
export function postponed(order: OrderRow, notBefore: Instant, checksCodeFirst: boolean): OrderRow {
  const sendBefore = deadlineAfter(order, order.createdAt, notBefore - order.createdAt);
  return {
    ...order,
    checksCodeFirst,
    sendBefore,
    state: "waiting",
    attempts: 0,
    nextActionAt: Math.min(notBefore, sendingDeadline({ ...order, sendBefore })),
    leaseOwner: null,
    leaseUntil: null,
  };
}

/**
 * The same intent, waiting for another member's approval; until then no worker claims it. Somebody may use a typed order reference
 * in the meantime, so it is looked up before the first attempt.
 */
export function awaitingApproval(order: OrderRow, overLimit: ExceededLimit, hasTypedCode: boolean): OrderRow {
  return {
    ...order,
    overLimit,
    checksCodeFirst: hasTypedCode,
    state: "awaiting_approval",
    attempts: 0,
    nextActionAt: null,
    leaseOwner: null,
    leaseUntil: null,
  };
}
