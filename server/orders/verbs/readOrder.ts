import "server-only";
import { randomUUID } from "node:crypto";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { permits } from "#lib/members/roles.ts";
import { serviceCallError } from "#server/context/serviceCallError.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { AppError } from "#server/context/errors.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { timeoutOf } from "#server/serviceLimits/timeoutOf.ts";
import { adoptFound } from "#server/orders/ledger/adoptFound.ts";
import { findByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { requireOrder } from "#server/orders/ledger/requireOrder.ts";
import { environmentOfCode } from "#server/orders/ledger/codeSearch.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";

/** Returns an order by its reference: from the ledger, otherwise from the service, after adding it to the ledger. */
export async function readOrder(request: MemberRequest, input: { reference: string }): Promise<OrderView> {
  return orderView(request, await findOrAdoptOrder(request, input.reference));
}

/**
 * Returns the ledger row of the order with this reference. An order that only the service knows is added to the ledger first.
 * @throws AppError `not-found` with the service's own message, or the failure of the call.
 */
export async function findOrAdoptOrder(request: MemberRequest, reference: string): Promise<OrderRow> {
  requirePermission(request, "orders.read");
  refuseImpossible(reference);
  const here = await findByReference(request.db, request.environment, reference);
  if (here !== null) return here;
  return adoptFromService(request, reference);
}

/**
 * Asks the service about a reference that is not in the ledger, within the member's share of its calls, and adds the order to the
 * ledger. A text that is a delivered code is never sent, and nobody is told that it is one: the service is asked about a reference that
 * nobody has, and its answer is given. So it is for every address that has a reference, because no code belongs in an address.
 * @throws AppError `not-found` with the service's own message, or the failure of the call.
 */
export async function adoptFromService(request: MemberRequest, reference: string): Promise<OrderRow> {
  const found = await adoptUnlessCode(request, reference, false);
  // Without recognising codes there is none to tell.
  if (found === "code") throw unknownOrder();
  return found;
}

/**
 * The same for a reference in a body: `code` for members who may find orders by their codes here. Others are not told, nor is anybody of
 * a code of the other environment.
 */
export async function adoptOrRecognise(
  request: MemberRequest,
  reference: string,
): Promise<OrderRow | "code"> {
  return adoptUnlessCode(request, reference, permits(request.actor, "codes.find"));
}

async function adoptUnlessCode(
  request: MemberRequest,
  reference: string,
  isTold: boolean,
): Promise<OrderRow | "code"> {
  refuseImpossible(reference);
  const service = requireService(request);
  await takeFromShare(request, "lookUp");
  const codeOf = await environmentOfCode(request, reference);
  if (isTold && codeOf === request.environment) return "code";
  const asked = codeOf === null ? reference : randomUUID();
  const timeout = await timeoutOf(request, request.environment);
  const answer = requireOrder(await service.readOrder(asked, { ...timeout, signal: request.signal }));
  if (!answer.ok) throw aboutTyped(serviceCallError(answer.failure), asked, reference);
  if (asked !== reference) throw unknownOrder();
  return adoptFound(request, reference, answer.value);
}

/** The error with what was typed where the service names what it was asked about. */
function aboutTyped(error: AppError, asked: string, typed: string): AppError {
  if (asked === typed) return error;
  const { service, ...details } = error.details;
  const inAnswer = (text: string) => text.replaceAll(asked, typed);
  return new AppError(error.kind, inAnswer(error.message), {
    ...details,
    ...(service === undefined ? {} : { service: { ...service, message: inAnswer(service.message) } }),
  });
}

/** Refuses blank text and text with NUL, which PostgreSQL cannot store: neither can be a reference. */
function refuseImpossible(reference: string): void {
  if (reference.trim() !== "" && !reference.includes("\0")) return;
  throw unknownOrder();
}

function unknownOrder(): AppError {
  return new AppError("not-found", "Order not found. Check the reference.");
}
