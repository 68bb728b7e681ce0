import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { DeskError } from "#server/context/errors.ts";
import { takeFromShare } from "#server/serviceState/memberShare.ts";
import { timeoutOf } from "#server/serviceState/timeoutOf.ts";
import { adoptFound } from "#server/orders/ledger/adoptFound.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";

/** One order by its reference: from the ledger, else found at the service and kept from then on. */
export async function readOrder(request: DeskRequest, input: { reference: string }): Promise<OrderView> {
  return orderView(request, await findOrder(request, input.reference));
}

/** Throws `not-found` with the service's own message, or its trouble. */
export async function findOrder(request: DeskRequest, reference: string): Promise<OrderRow> {
  requirePermission(request, "orders.read");
  // PostgreSQL holds no NUL, and no reference has one.
  if (reference.trim() === "" || reference.includes("\0")) {
    throw new DeskError("not-found", "There is no such order. Check the reference.");
  }
  const here = await findByReference(request.db, request.environment, reference);
  if (here !== null) return here;
  const service = requireService(request);
  takeFromShare(request, "lookUp");
  const timeout = await timeoutOf(request, request.environment);
  const answer = await service.readOrder(reference, { ...timeout, signal: request.signal });
  if (!answer.ok) throw serviceCallError(answer.failure);
  return adoptFound(request, reference, answer.value);
}
