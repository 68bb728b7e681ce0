import "server-only";
import type { Program } from "#server/context/context.ts";
import { claimOne, releaseLease } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { refuseWhenStopping, trackInFlight } from "./inFlightWork.ts";

/**
 * Claims one order for a member, works on it and ends the lease. Null while another instance works on it.
 * @throws AppError `service-unreachable` once the program is stopping.
 */
export async function withClaim<T>(
  program: Program,
  id: string,
  work: (claimed: OrderRow) => Promise<T>,
): Promise<T | null> {
  refuseWhenStopping(program.instanceId);
  const done = async (): Promise<T | null> => {
    const claimed = await claimOne(program, id);
    if (claimed === null) return null;
    const result = await work(claimed);
    await releaseLease(program, claimed);
    return result;
  };
  return trackInFlight(program.instanceId, done());
}
