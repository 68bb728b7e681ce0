import "server-only";
import type { ServiceState } from "#lib/contracts/serviceState.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { readGate } from "./rateLimiter.ts";

/** Whether the service answers, from what its last calls came to. Asks the ledger alone; open to every member. */
export async function readServiceState(request: DeskRequest): Promise<ServiceState> {
  const { silentSince, notBefore } = await readGate(request.db, request.environment);
  const isHeld = notBefore !== null && notBefore > request.clock.now();
  return {
    silentSince: silentSince === null ? null : toIso(silentSince),
    waitingUntil: isHeld ? toIso(notBefore) : null,
  };
}
