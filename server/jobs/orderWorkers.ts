import "server-only";
import { environmentSchema } from "#lib/contracts/environment.ts";
import { SECOND } from "#lib/time/instant.ts";
import { within } from "#lib/time/within.ts";
import type { Program } from "#server/context/context.ts";
import { markAttemptsLost } from "#server/orders/worker/markAttemptsLost.ts";
import { finishInFlight, stopTracking } from "#server/orders/worker/inFlightWork.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startOrderWorker } from "./orderWorker.ts";

/** Less than the time that operators give a process between SIGTERM and SIGKILL (usually 10 s). */
const DRAIN_TIMEOUT = 6 * SECOND;
/** If the database does not answer within this time, the worker that claims the orders next marks them. */
const MARK_TIMEOUT = 2 * SECOND;

/**
 * Does what is due in the ledger, beside any number of other instances (docs/decisions/0001); only one of them works on an order
 * at a time. When stopped, it claims no more orders and waits a few seconds for those in flight. Attempts without an outcome by
 * then are marked lost and their orders become `unconfirmed`, so that none looks as if it were still being sent.
 */
export function startOrderWorkers(program: Program): BackgroundJob {
  const workers = environmentSchema.options
    .filter((name) => program.services[name] !== undefined)
    .map((name) => startOrderWorker(program, name));
  let stopped: Promise<void> | null = null;

  async function stop(): Promise<void> {
    if (await endsWithin(drain(), DRAIN_TIMEOUT)) return;
    await endsWithin(markAttemptsLost(program), MARK_TIMEOUT);
  }

  async function drain(): Promise<void> {
    await Promise.all([...workers.map((worker) => worker.stop()), stopTracking(program.instanceId)]);
    // What follows from the last work of the workers.
    await finishInFlight(program.instanceId);
  }

  return {
    running: () => stopped === null,
    stop: () => (stopped ??= stop()),
  };
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return (
    (await within(
      ms,
      work.then(() => true),
    )) === true
  );
}
