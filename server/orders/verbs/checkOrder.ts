import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import { mayPollAt } from "#lib/orders/lifecycle/pollTimes.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import { readClockSkew } from "#server/serviceState/clockSkew.ts";
import { claimOne, releaseLease } from "#server/orders/ledger/lease.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { findOrder } from "./readOrder.ts";
import { trackWork } from "#server/orders/worker/inFlightWork.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";

/** Looks now, if the service's cadence allows it (docs/service-interface.md §4.5); else throws `too-early`, which says when. */
export async function checkOrder(request: DeskRequest, reference: string): Promise<OrderView> {
  const row = await findOrder(request, reference);
  const skewMs = await readClockSkew(request, row.environment);
  const wait = mayPollAt(row, skewMs) - request.clock.now();
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1_000);
    throw new DeskError("too-early", `The service asks not to look more often. Look again in ${seconds} s.`, {
      retryAfterSeconds: seconds,
    });
  }
  await trackWork(request.instanceId, async () => {
    const claimed = await claimOne(request, row.id);
    // Somebody is at it already: what they find is on the page in a moment.
    if (claimed === null) return;
    // Or was at it since we read the order.
    if (mayPollAt(claimed, skewMs) > request.clock.now()) await releaseLease(request, claimed);
    else await workOnOrder(request, claimed, request.actor.id);
  });
  return orderView(request, (await readRow(request.db, row.id)) ?? row);
}
