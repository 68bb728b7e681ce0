import "server-only";
import type { Program } from "#server/context/context.ts";
import { makeReport } from "#server/reports/makeReport.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startRounds } from "./startRounds.ts";

/** Makes the reports whose cut has come, until it is stopped. Any number of instances may do so at once. */
export function startReportWorker(program: Program): BackgroundJob {
  return startRounds(program, () => makeReport(program), "Reports could not be made; trying again");
}
