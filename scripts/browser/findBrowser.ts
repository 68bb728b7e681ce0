import { chromium } from "@playwright/test";
import { environmentVariable } from "#server/config/env.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";
import { installPackages, mayInstallPackages, updatePackageIndex } from "./debian.ts";
import { isExecutable, onPath } from "./onPath.ts";

const FULL = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Chromium's headless shell: opens a page in less than half of the time, but has no notifications. */
const SHELL = "chromium-headless-shell";

/** What the browser is used for: `journeys` are fastest in the headless shell, `figures` and pictures need a complete browser. */
export type BrowserUse = "journeys" | "figures";

/** Returns the path of a Chromium that starts on this machine, installing one if possible; null, after printing how to get one. */
export async function findOrInstallBrowser(use: BrowserUse): Promise<string | null> {
  const names = use === "journeys" ? [SHELL, ...FULL] : [...FULL, SHELL];
  const found = await findBrowser(names);
  if (found !== null) return found;
  console.log("No Chromium was found on this machine. Installing one.");
  await runTool("playwright/cli.js", ["install", "chromium"], { live: true });
  const downloaded = await findBrowser(names);
  if (downloaded !== null) return downloaded;
  if (mayInstallPackages()) {
    await updatePackageIndex();
    for (const name of names) if (await installPackages(name)) break;
  }
  const installed = await findBrowser(names);
  if (installed === null) {
    console.error(
      "No Chromium could be installed. Install one (`apt-get install chromium`, or " +
        "`npx playwright install --with-deps chromium`), or set CHROMIUM_PATH to its path.",
    );
  }
  return installed;
}

async function findBrowser(names: readonly string[]): Promise<string | null> {
  const named = environmentVariable("CHROMIUM_PATH");
  for (const program of [
    ...(named === null ? [] : [named]),
    ...onPath(...names),
    chromium.executablePath(),
  ]) {
    // A browser without its system libraries is installed but does not start.
    if (isExecutable(program) && (await runProgram(program, ["--version"])).code === 0) return program;
  }
  return null;
}
