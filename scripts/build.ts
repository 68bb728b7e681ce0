import { readLaunchSettings } from "#server/config/env.ts";
import { ensureBuilt } from "#scripts/build/build.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { supervise } from "#scripts/launch/processes/supervisor.ts";

/** Builds the dashboard from the current sources, unless that build exists. */
async function build(args: string[]): Promise<number> {
  refuseUnknown(args, "npm run build");
  return supervise(null, async (supervisor) => {
    const directory = await ensureBuilt(supervisor, readLaunchSettings().dataDir, "inherit");
    console.log(`The dashboard is built: ${directory}`);
    supervisor.done();
  });
}

await runCommand(build);
