import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runProgram } from "#scripts/tools/runTool.ts";
import type { StepRun } from "#scripts/tools/runTool.ts";
import { MAIN_JOB } from "./mainJob.ts";
import { placesOf } from "./places.ts";

/**
 * Installs versions of packages in a temporary clone of the last commit, builds it, runs the checks and the journeys of the main job, and
 * prints one line for each place that does not hold. Returns whether all holds.
 * @param specs such as `next@16.4.6`
 */
export async function rehearseUpgrade(specs: readonly string[]): Promise<boolean> {
  const browser = await findOrInstallBrowser("journeys");
  if (browser === null) return false;
  const parent = mkdtempSync(join(tmpdir(), "codedesk-rehearsal-"));
  try {
    const clone = join(parent, "clone");
    const cloned = await runProgram("git", ["clone", "--quiet", process.cwd(), clone]);
    if (cloned.code !== 0) throw new StartupError(`git clone failed: ${cloned.output.trim()}`);
    return (await rehearse(clone, specs, browser)) === 0;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Returns how many steps failed. A step that needs one that failed is not run. */
async function rehearse(clone: string, specs: readonly string[], browser: string): Promise<number> {
  console.log(`Rehearsing ${specs.join(", ")}`);
  const inClone = (command: string, args: readonly string[]) =>
    runProgram(command, [...args], {
      directory: clone,
      // Our own start options name files of this directory.
      variables: { NODE_OPTIONS: "", CHROMIUM_PATH: browser },
    });
  const launch = (...args: string[]) => inClone(process.execPath, [join("scripts", "launch.mjs"), ...args]);
  const install = ["install", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];

  if (!(await holds("installation", () => inClone("npm", [...install, "--loglevel=error", ...specs]))))
    return 1;
  const built = await holds("production build", () => launch("build"));
  const checked = await holds("checks", () => launch("check", "--whole"));
  const tested = await holds("tests of the build and of the packages", () =>
    inClone(pinnedNodeOf(clone), [
      "--conditions=react-server",
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project=unit",
      "scripts/build",
      "scripts/checks",
    ]),
  );
  if (!built) console.log("–      journeys of the main job: not run without a build");
  const bought = built && (await holds("journeys of the main job", () => launch("e2e", ...MAIN_JOB)));
  return [built, checked, tested, bought].filter((held) => !held).length;
}

/** Runs a step and says whether it holds: where not, with one line for each place. */
async function holds(name: string, run: () => Promise<StepRun>): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (code !== 0) for (const place of placesOf(output)) console.log(`       ${name}: ${place}`);
  return code === 0;
}

/** The clone's pinned Node; where there is none for this system, ours. */
function pinnedNodeOf(clone: string): string {
  const pinned = join(clone, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  return existsSync(pinned) ? pinned : process.execPath;
}
