import "server-only";
import type { Program } from "#server/context/context.ts";
import { dispatchNotices, type NoticeOutbox } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startRounds } from "./startRounds.ts";

/** Makes notices of what has happened and sends those that are due, until it is stopped. Only one instance does so at a time. */
export function startNoticeWorker(program: Program, outbox: NoticeOutbox): BackgroundJob {
  const round = async () => (await gatherNotices(program)) + (await dispatchNotices(program, outbox)) > 0;
  return startRounds(program, round, "Notices could not be made; trying again");
}
