import { join } from "node:path";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";

/** Runs the journeys alone; arguments are passed on to Playwright (`npm run e2e -- catalog --headed`). */
await runCommand(async (args) => {
  const browser = await findOrInstallBrowser("journeys");
  if (browser === null) return 1;
  // Before the journeys, so that a build does not count towards their time limits.
  const build = [...process.execArgv, join("scripts", "build.ts")];
  const built = await runProgram(process.execPath, build, { live: true });
  if (built.code !== 0) return built.code;
  const variables = { CHROMIUM_PATH: browser };
  const { code } = await runTool("@playwright/test/cli.js", ["test", ...args], { live: true, variables });
  return code;
});
