import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { environmentVariable } from "#server/config/env.ts";
import { runProgram, runTool } from "#scripts/tools/runTool.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of a Chromium that starts on this machine, installing one if possible; null, after printing how to get one. */
export async function findOrInstallBrowser(): Promise<string | null> {
  const found = await findBrowser();
  if (found !== null) return found;
  console.log("No Chromium was found on this machine. Installing one.");
  await runTool("playwright/cli.js", ["install", "chromium"], { live: true });
  const downloaded = await findBrowser();
  if (downloaded !== null) return downloaded;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const variables = { DEBIAN_FRONTEND: "noninteractive" };
    await runProgram("apt-get", ["update", "-qq"], { live: true, variables });
    await runProgram("apt-get", ["install", "-y", "-qq", "chromium"], { live: true, variables });
  }
  const installed = await findBrowser();
  if (installed === null) {
    console.error(
      "No Chromium could be installed. Install one (`apt-get install chromium`, or " +
        "`npx playwright install --with-deps chromium`), or set CHROMIUM_PATH to its path.",
    );
  }
  return installed;
}

async function findBrowser(): Promise<string | null> {
  const named = environmentVariable("CHROMIUM_PATH");
  const onPath = (environmentVariable("PATH") ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const program of [...(named === null ? [] : [named]), ...onPath, chromium.executablePath()]) {
    // One for which a system library is missing exists but does not start.
    if (isExecutable(program) && (await runProgram(program, ["--version"])).code === 0) return program;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
