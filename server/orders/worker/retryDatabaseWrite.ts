import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { isTransient } from "#server/db/isTransient.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5 * SECOND;
/** Longer than a failover takes. After that, another worker has taken over the order. */
const GIVE_UP = 2 * 60 * SECOND;

/**
 * Retries a write of information that the service will not repeat, for as long as the database is unavailable. `write` must be
 * idempotent, because perhaps only the database's answer was lost.
 */
export async function retryDatabaseWrite<T>(
  program: Program,
  row: OrderRow,
  write: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 2)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || performance.now() - begun > GIVE_UP) throw error;
      program.log.warn({ order: row.id, error }, "An outcome could not be written; trying again");
      await sleep(wait * (0.5 + Math.random() / 2));
    }
  }
}
