import "server-only";
import type { Program } from "#server/context/context.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { underLease } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { requireOrder } from "#server/orders/ledger/requireOrder.ts";

/**
 * Looks up a typed order reference before the first attempt, for an order whose reference was not looked up when it was confirmed
 * or may have been used since (docs/service-interface.md §10.2): if another order has it, the service would answer with that one,
 * and nothing would be bought. This order was never sent, so any order that is found is another one; after a restore that is not
 * certain, and nothing is looked up (sendWithoutLookingUp.ts).
 * @returns the row when it may be sent; null when it may not, or when the lease was lost.
 */
export async function checkCode(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  const { checksCodeFirst, attempts, externalOrderCode: code } = leased;
  if (!checksCodeFirst || attempts > 0 || code === null) return leased;
  const service = program.services[leased.environment];
  if (service === undefined) throw new Error(`no service for ${leased.environment}`);
  return underLease(program, leased, async () => {
    const answer = requireOrder(await service.readOrder(code, { orderRow: leased.id }));
    if (!answer.ok && answer.failure.kind === "not_found") return leased;
    const event = answer.ok
      ? ({ kind: "code_taken" } as const)
      : ({ kind: "code_not_checked", failure: answer.failure } as const);
    const details = answer.ok
      ? { reason: `The order reference ${code} already belongs to another order at the service.` }
      : {};
    await commitEvent(program, leased, { event, details });
    return null;
  });
}
