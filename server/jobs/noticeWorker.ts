import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { dispatchNotices, type NoticeOutbox } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startLoop } from "./startLoop.ts";

/** The pause between two rounds if there was nothing to tell. */
const IDLE_INTERVAL = SECOND;
/** The pause after an error, such as a database that does not answer. */
const ERROR_INTERVAL = 10 * SECOND;

/** Makes notices of what has happened and sends those that are due, until it is stopped. Only one instance does so at a time. */
export function startNoticeWorker(program: Program, outbox: NoticeOutbox): BackgroundJob {
  const loop = startLoop(round);
  let stopping = false;

  async function round(): Promise<number> {
    try {
      const worked = (await gatherNotices(program)) + (await dispatchNotices(program, outbox));
      return worked > 0 ? 0 : IDLE_INTERVAL;
    } catch (error) {
      program.log.error({ error }, "Notices could not be made; trying again");
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
