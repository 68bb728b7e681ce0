import "server-only";
import type { OrderView } from "#lib/contracts/order.ts";
import { mayLookAt } from "#lib/orders/pollTimes.ts";
import type { DeskRequest } from "#server/context.ts";
import { DeskError } from "#server/errors.ts";
import { readSkew } from "#server/gate/databaseGate.ts";
import { claimOne, releaseLease } from "./lease.ts";
import { readRow } from "./ledgerRow.ts";
import { orderView } from "./orderView.ts";
import { findOrder } from "./readOrder.ts";
import { trackWork } from "./underWay.ts";
import { workOnOrder } from "./workOnOrder.ts";

/** Looks now, if the service's cadence allows it (specification 4.5); else throws `too-early`, which says when. */
export async function checkOrder(request: DeskRequest, reference: string): Promise<OrderView> {
  const row = await findOrder(request, reference);
  const skewMs = await readSkew(request, row.environment);
  const wait = mayLookAt(row, skewMs) - request.clock.now();
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
    if (mayLookAt(claimed, skewMs) > request.clock.now()) await releaseLease(request, claimed);
    else await workOnOrder(request, claimed, request.actor.id);
  });
  return orderView(request, (await readRow(request.db, row.id)) ?? row);
}
