import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import { mayPollAt } from "#lib/orders/lifecycle/pollTimes.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { readClockSkew } from "#server/serviceState/clockSkew.ts";
import { findOrder } from "./readOrder.ts";

/**
 * Checks an order at the service now, if the service's cadence allows it (docs/service-interface.md §4.5).
 * @throws DeskError `too-early`, which says when it does.
 */
export async function checkOrder(request: DeskRequest, input: { reference: string }): Promise<OrderView> {
  const row = await findOrder(request, input.reference);
  const skewMs = await readClockSkew(request, row.environment);
  const wait = mayPollAt(row, skewMs) - request.clock.now();
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1_000);
    throw new DeskError("too-early", `You can check again in ${seconds} s.`, { retryAfterSeconds: seconds });
  }
  // Where somebody else works on it, what they find is on the page in a moment.
  await withClaim(request, row.id, async (claimed) => {
    // Somebody else may have polled it since we read the order.
    const isDue = mayPollAt(claimed, skewMs) <= request.clock.now();
    if (isDue) await workOnOrder(request, claimed, request.actor.id);
  });
  return orderView(request, (await readRow(request.db, row.id)) ?? row);
}
