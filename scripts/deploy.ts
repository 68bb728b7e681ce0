import { join } from "node:path";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";

/**
 * Tests a deployment by making one: starts the files of the image on a read-only root, as an account without rights. With `--image`,
 * builds the image itself, and runs two of it behind the proxy with a PostgreSQL of this machine (CONTRIBUTING.md#tests).
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run test:deploy -- [--image]", ["--image"]);
  const reason = whyNotConfined();
  if (reason !== null) {
    console.log(`Skipped the tests of a deployment: ${reason}.`);
    return 0;
  }
  if (args.includes("--image")) return vitest("--config=tests/deploy/image/vitest.config.ts");
  const build = [...process.execArgv, join("scripts", "build.ts")];
  const built = await runProgram(process.execPath, build, { live: true });
  return built.code === 0 ? vitest("--project=deployment") : built.code;
});

async function vitest(option: string): Promise<number> {
  const { code } = await runTool("vitest/vitest.mjs", ["run", option], { live: true });
  return code;
}
