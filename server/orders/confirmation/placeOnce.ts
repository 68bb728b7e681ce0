import "server-only";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import { within } from "#lib/time/within.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { requireService } from "#server/context/requireService.ts";
import { isAppError } from "#server/context/errors.ts";
import { findByConfirmation, readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { returnLines } from "#server/orders/drafts/returnLines.ts";
import type { Confirmation } from "#server/orders/rules/rule.ts";
import { refuseWhileOnHold } from "#server/orders/worker/refuseWhileOnHold.ts";
import { sendAttempt } from "#server/orders/worker/runAttempt.ts";
import { refuseWhenStopping, trackInFlight } from "#server/orders/worker/inFlightWork.ts";
import { checkConfirmation } from "./checkConfirmation.ts";
import { writeConfirmation } from "./writeConfirmation.ts";

/** How long the request waits for the first attempt. After that the order is just as safe, and the attempt continues. */
const FIRST_ATTEMPT_TIMEOUT = 8 * SECOND;

/**
 * Places the order of a confirmation, unless this confirmation has placed it before, or does so meanwhile.
 * @throws AppError as `checkConfirmation` and `writeConfirmation`.
 */
export async function placeOnce(
  request: MemberRequest,
  input: PlaceOrderRequest,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const known = await findByConfirmation(request.db, input.confirmationId);
  if (known !== null) return { order: known, isNew: false };
  try {
    return { order: await placeNew(request, input), isNew: true };
  } catch (error) {
    // What it is refused for may be the very order that the same request has placed a moment ago.
    const since = isAboutOrder(error) ? await findByConfirmation(request.db, input.confirmationId) : null;
    if (since === null) throw error;
    return { order: since, isNew: false };
  }
}

/** A member who was signed out or lost the permission in between is shown no order. */
function isAboutOrder(error: unknown): boolean {
  return isAppError(error) && error.kind !== "unauthenticated" && error.kind !== "forbidden";
}

async function placeNew(request: MemberRequest, input: PlaceOrderRequest): Promise<OrderRow> {
  const start = request.clock.now();
  requireService(request);
  refuseWhileOnHold(request);
  const confirmation = await checkConfirmation(request, input);
  refuseWhenStopping(request.instanceId);
  return trackInFlight(request.instanceId, writeAndSend(request, confirmation, start));
}

async function writeAndSend(
  request: MemberRequest,
  confirmation: Confirmation,
  start: Instant,
): Promise<OrderRow> {
  await requireStill(request, "orders.place");
  if (request.automation !== undefined) await requireStill(request, request.automation.permission);
  const written = await writeConfirmation(request, confirmation);
  const { id: orderRow, environment, lines } = written;
  const end = request.clock.now();
  request.traces?.tracer?.orderConfirmed({ orderRow, environment, lines: lines.length, start, end });
  if (written.state !== "submitting") return written;
  const order = await firstAttempt(request, written);
  await returnLines(request, order);
  return order;
}

/** Sends the first attempt and waits up to `FIRST_ATTEMPT_TIMEOUT` for it; the attempt continues after that. */
async function firstAttempt(request: MemberRequest, row: OrderRow): Promise<OrderRow> {
  const attempt = trackInFlight(request.instanceId, sendAttempt(request, row)).catch((error: unknown) => {
    request.log.error({ order: row.id, error }, "An attempt ended without a recorded outcome");
    return null;
  });
  const after = await within(FIRST_ATTEMPT_TIMEOUT, attempt);
  return after ?? (await readRow(request.db, row.id)) ?? row;
}
