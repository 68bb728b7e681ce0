import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5 * SECOND;
/** Longer than a failover takes. After that, another worker has taken the order over. */
const GIVE_UP = 2 * 60 * SECOND;
/** Classes of SQLSTATE that the same statement meets again: its data, its constraints, its form, its size. */
const LASTING = /^(0A|22|23|42|54)/;

/**
 * Retries a write of information that the service will not repeat, as long as the database is unavailable. `write` must be idempotent, because
 * only the database's answer may have been lost.
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
      if (!mayPass(error) || performance.now() - begun > GIVE_UP) throw error;
      program.log.warn({ order: row.id, error }, "An outcome could not be written; trying again");
      await sleep(wait * (0.5 + Math.random() / 2));
    }
  }
}

/** Whether the same write may succeed later: not for a fault in our own program. */
function mayPass(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return false;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return true;
  return typeof cause.code !== "string" || !LASTING.test(cause.code);
}
