import "server-only";
import type { Program } from "#server/context/context.ts";
import { checkAhead } from "#server/orders/schedules/checkAhead.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startRounds } from "./startRounds.ts";

/**
 * Orders the dates of schedules, and checks them ahead, until it is stopped. Any number of instances may do so at once. While orders are
 * on hold, it only notes the dates that are missed.
 */
export function startScheduleWorker(program: Program): BackgroundJob {
  return startRounds(
    program,
    () => workOnSchedules(program),
    "A schedule could not be worked on; trying again",
  );
}

/** One step of each kind; whether there was anything to do. */
async function workOnSchedules(program: Program): Promise<boolean> {
  const isClaimed = await claimSchedule(program);
  const isOrdered = await orderDate(program);
  const isChecked = await checkAhead(program);
  return isClaimed || isOrdered || isChecked;
}
