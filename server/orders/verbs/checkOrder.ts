import "server-only";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { mayPollAt } from "#lib/orders/lifecycle/pollTimes.ts";
import { isKnownUnsent } from "#lib/orders/lifecycle/transition.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { readClockSkew } from "#server/serviceLimits/clockSkew.ts";
import { findOrAdoptOrder } from "./readOrder.ts";

/**
 * Polls an order now, if its last poll is long enough ago (docs/service-interface.md §4.5).
 * @throws AppError `too-early` with the seconds to wait.
 */
export async function checkOrder(request: MemberRequest, input: { reference: string }): Promise<OrderView> {
  const row = await findOrAdoptOrder(request, input.reference);
  // It was never sent, so an order with its code is another one.
  if (isKnownUnsent(row)) return orderView(request, row);
  const skewMs = await readClockSkew(request, row.environment);
  const wait = mayPollAt(row, skewMs) - request.clock.now();
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1_000);
    throw new AppError("too-early", `You can check again in ${seconds} s.`, { retryAfterSeconds: seconds });
  }
  // If another instance is working on it, its result appears on the page in a moment.
  await withClaim(request, row.id, async (claimed) => {
    // Another instance may have polled it since we read the order.
    const isDue = mayPollAt(claimed, skewMs) <= request.clock.now();
    if (isDue) await workOnOrder(request, claimed, request.actor.id);
  });
  return orderView(request, (await readRow(request.db, row.id)) ?? row);
}
