import { join } from "node:path";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { findOrInstallEngines } from "#scripts/browser/findEngines.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";

/**
 * Does the main job in Firefox and in WebKitGTK, and takes pictures of the main pages in them and in Chromium, for a person to
 * compare (e2e/engines).
 */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run e2e:engines");
  const engines = await findOrInstallEngines();
  const browser = await findOrInstallBrowser("figures");
  if (Object.keys(engines).length === 0 || browser === null) return 1;
  // Before the tests, so that a build does not count towards their time limits.
  const build = [...process.execArgv, join("scripts", "build.ts")];
  const built = await runProgram(process.execPath, build, { live: true });
  if (built.code !== 0) return built.code;
  const variables = { ...engines, CHROMIUM_PATH: browser };
  return (await runTool("vitest/vitest.mjs", ["run", "--project=engines"], { live: true, variables })).code;
});
