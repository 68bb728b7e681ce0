import { readPlace } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/stack/build.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { supervise } from "#scripts/stack/processes/supervisor.ts";

/** Builds the dashboard of the present sources, if that has not been done. */
async function build(): Promise<number> {
  return supervise(null, async (supervisor) => {
    const place = await ensureBuilt(supervisor, readPlace().dataDir, "inherit");
    console.log(`The dashboard is built: ${place}`);
    supervisor.done();
  });
}

await runCommand(build);
