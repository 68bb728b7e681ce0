import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { readRateLimit } from "#server/serviceLimits/rateLimiter.ts";
import { availableTokens } from "#server/serviceLimits/tokenBucket.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { startLoop } from "./startLoop.ts";

/** Works on the orders of one environment, so that a service that hangs does not delay orders of the other. */
export type OrderWorker = {
  /** Claims no more orders; resolves when those in flight are done. */
  stop(): Promise<void>;
};

/** How many orders of an environment one instance works on at a time; most of that time, each waits for the service. */
const CONCURRENCY = 24;
/** The pause between two rounds if nothing was due. */
const IDLE_INTERVAL = SECOND / 2;
/** The pause before the next round if the ledger could not be read. */
const ERROR_INTERVAL = 5 * SECOND;

/** Claims due orders and works on them, until it is stopped. */
export function startOrderWorker(program: Program, environment: Environment): OrderWorker {
  const inFlight = new Set<Promise<void>>();
  const loop = startLoop(round);

  /** Claims as many orders as there is room for. Returns how long to wait before the next round, in milliseconds. */
  async function round(): Promise<number> {
    try {
      const open = await availableCalls(program, environment);
      const room = Math.min(CONCURRENCY - inFlight.size, open ?? CONCURRENCY);
      const claimed = room > 0 ? await claimDue(program, environment, room, open === null) : [];
      for (const row of claimed) start(row);
      return claimed.length > 0 && inFlight.size < CONCURRENCY ? 0 : IDLE_INTERVAL;
    } catch (error) {
      program.log.error({ environment, error }, "The ledger could not be read; trying again");
      return ERROR_INTERVAL;
    }
  }

  function start(row: OrderRow): void {
    const work = workOnOrder(program, row)
      .then(() => undefined)
      .catch((error: unknown) => {
        // The lease expires and the order is claimed again: nothing is lost, only delayed.
        program.log.error(
          { order: row.id, error },
          "Work on an order failed; it will be retried when its lease ends",
        );
      })
      .finally(() => {
        inFlight.delete(work);
        if (inFlight.size === CONCURRENCY - 1) loop.wake();
      });
    inFlight.add(work);
  }

  return {
    stop: async () => {
      await loop.stop();
      await Promise.all(inFlight);
    },
  };
}

/**
 * How many calls the rate limiter would allow now: orders beyond that are not claimed. Null while the service asks us to wait,
 * which may take a day.
 */
async function availableCalls(program: Program, environment: Environment): Promise<number | null> {
  const { notBefore, bucket } = await readRateLimit(program.db, environment);
  const now = program.clock.now();
  if (notBefore !== null && notBefore > now) return null;
  return bucket === null ? Number.POSITIVE_INFINITY : availableTokens(bucket, now);
}
