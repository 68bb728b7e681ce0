import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context.ts";
import { claimDue } from "#server/orders/lease.ts";
import type { OrderRow } from "#server/orders/ledgerRow.ts";
import { workOnOrder } from "#server/orders/workOnOrder.ts";

export type Worker = {
  /** Takes no more orders and waits until those under way have a recorded outcome. */
  stop(): Promise<void>;
  /** False once it has stopped. */
  running(): boolean;
};

/** How many orders one instance works on at a time; each waits for the service most of that time. */
const AT_ONCE = 24;
const IDLE = SECOND / 2;
const TROUBLE = 5 * SECOND;

/**
 * Does what is due in the ledger, on this instance, beside any number of others (docs/decisions/0001). One order is worked
 * on by one of them at a time.
 */
export function startWorker(program: Program): Worker {
  const under = new Set<Promise<void>>();
  const state: { stopping: boolean; wake: (() => void) | null } = { stopping: false, wake: null };

  async function loop(): Promise<void> {
    while (!state.stopping) {
      const pause = await round();
      if (pause > 0 && !state.stopping) await rest(pause);
    }
    await Promise.all(under);
  }

  /** Claims as many as there is room for. Answers how long to wait before the next round, in milliseconds. */
  async function round(): Promise<number> {
    try {
      const room = AT_ONCE - under.size;
      const claimed = room > 0 ? await claimDue(program, room) : [];
      for (const row of claimed) start(row);
      return claimed.length > 0 && under.size < AT_ONCE ? 0 : IDLE;
    } catch (error) {
      program.log.error({ error }, "The ledger could not be read; trying again");
      return TROUBLE;
    }
  }

  function start(row: OrderRow): void {
    const work = workOnOrder(program, row)
      .then(() => undefined)
      .catch((error: unknown) => {
        // The lease runs out and the order is claimed again: nothing is lost, only late.
        program.log.error({ order: row.id, error }, "Work on an order failed; it will be taken up again");
      })
      .finally(() => {
        under.delete(work);
        if (under.size === AT_ONCE - 1) state.wake?.();
      });
    under.add(work);
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      state.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const done = loop();
  return {
    running: () => !state.stopping,
    stop: async () => {
      state.stopping = true;
      state.wake?.();
      await done;
    },
  };
}
