import "server-only";
import { randomUUID } from "node:crypto";
import type { ExceededLimit } from "#lib/contracts/limits.ts";
import type { OrderLine } from "#lib/contracts/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import { WAITING_BUDGET } from "#lib/orders/lifecycle/backoff.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { UNKNOWN, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { LEASE } from "#server/orders/ledger/lease.ts";

/** Due at once, and leased: if this process dies now, whoever claims it after the lease finds the open attempt. */
export function intentRow(
  request: MemberRequest,
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
    tags: input.tags ?? [],
    checksCodeFirst: false,
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
export function postponed(order: OrderRow, notBefore: Instant, checksCodeFirst: boolean): OrderRow {
  return {
    ...order,
    checksCodeFirst,
    state: "waiting",
    attempts: 0,
    nextActionAt: Math.min(notBefore, order.createdAt + WAITING_BUDGET),
    leaseOwner: null,
    leaseUntil: null,
  };
}

/**
 * The same intent, to be sent once another member has approved it: no worker takes it before. A typed code may have been used by
 * then, so it is looked up before the first attempt.
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
