import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startLoop } from "./startLoop.ts";

/** The pause between two rounds if there was nothing to do. */
const IDLE_INTERVAL = SECOND;
/** The pause after an error, such as a database that does not answer. */
const ERROR_INTERVAL = 10 * SECOND;

/**
 * Works in rounds until it is stopped: at once again after one that had something to do, else a second later, or ten after an error.
 * @param round resolves to whether there was anything to do.
 * @param failed what the log says of an error.
 */
export function startRounds(
  { log }: Pick<Program, "log">,
  round: () => Promise<boolean>,
  failed: string,
): BackgroundJob {
  let stopping = false;
  const loop = startLoop(async () => {
    try {
      return (await round()) ? 0 : IDLE_INTERVAL;
    } catch (error) {
      log.error({ error }, failed);
      return ERROR_INTERVAL;
    }
  });
  return {
    running: () => !stopping,
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}
