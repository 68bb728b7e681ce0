import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { runTool } from "#scripts/tools/runTool.ts";

/** Runs the journeys alone; arguments are passed on to Playwright (`npm run e2e -- catalog --headed`). */
await runCommand(async (args) => {
  const browser = await findOrInstallBrowser();
  if (browser === null) return 1;
  const variables = { CHROMIUM_PATH: browser };
  const { code } = await runTool("@playwright/test/cli.js", ["test", ...args], { live: true, variables });
  return code;
});
