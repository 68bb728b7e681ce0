import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { checkAhead } from "#server/orders/schedules/checkAhead.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startLoop } from "./startLoop.ts";

/** The pause between two rounds if nothing was due. */
const IDLE_INTERVAL = SECOND;
/** The pause after an error, such as a database that does not answer. */
const ERROR_INTERVAL = 10 * SECOND;

/**
 * Orders the dates of schedules, and checks them ahead, until it is stopped. Any number of instances may do so at once. While orders are
 * on hold, it only notes the dates that are missed.
 */
export function startScheduleWorker(program: Program): BackgroundJob {
  const loop = startLoop(round);
  let stopping = false;

  async function round(): Promise<number> {
    try {
      return (await workOnSchedules(program)) ? 0 : IDLE_INTERVAL;
    } catch (error) {
      program.log.error({ error }, "A schedule could not be worked on; trying again");
      return ERROR_INTERVAL;
    }
  }

  return {
    running: () => !stopping,
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}

/** One step of each kind; whether there was anything to do. */
async function workOnSchedules(program: Program): Promise<boolean> {
  const isClaimed = await claimSchedule(program);
  const isOrdered = await orderDate(program);
  const isChecked = await checkAhead(program);
  return isClaimed || isOrdered || isChecked;
}
