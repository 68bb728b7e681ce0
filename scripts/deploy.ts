import { join } from "node:path";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";

/**
 * Tests a deployment by making one: starts the files of the image on a read-only root, without rights. With `--image`, builds the
 * image itself, runs two of it behind a proxy, and upgrades from the version before, which takes many minutes
 * (CONTRIBUTING.md#tests).
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run test:deploy -- [--image]", ["--image"]);
  const reason = whyNotConfined();
  if (reason !== null) {
    console.log(`Skipped the tests of a deployment: ${reason}.`);
    return 0;
  }
  const build = [...process.execArgv, join("scripts", "build.ts")];
  const built = await runProgram(process.execPath, build, { live: true });
  if (built.code !== 0) return built.code;
  if (!args.includes("--image")) return (await vitest("--project=deployment")).code;
  const { code } = await vitest("--config", "tests/deploy/image/vitest.config.ts");
  if (code !== 0) return code;
  const upgraded = await runProgram(process.execPath, [...process.execArgv, join("scripts", "upgrade.ts")], {
    live: true,
  });
  return upgraded.code;
});

function vitest(...options: string[]) {
  return runTool("vitest/vitest.mjs", ["run", ...options], { live: true });
}
