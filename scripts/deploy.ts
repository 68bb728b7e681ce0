import { join } from "node:path";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";

/**
 * Tests a deployment by making one: starts the files of the image on a read-only root, as an account without rights
 * (CONTRIBUTING.md#tests).
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run test:deploy");
  const reason = whyNotConfined();
  if (reason !== null) {
    console.log(`Skipped the tests of a deployment: ${reason}.`);
    return 0;
  }
  const build = [...process.execArgv, join("scripts", "build.ts")];
  const built = await runProgram(process.execPath, build, { live: true });
  if (built.code !== 0) return built.code;
  const { code } = await runTool("vitest/vitest.mjs", ["run", "--project=deployment"], { live: true });
  return code;
});
