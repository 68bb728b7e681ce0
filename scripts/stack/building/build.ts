import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnvironment } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { BUILDS, findBuild, placeOfBuild } from "#scripts/stack/builds/findBuild.ts";
import { noteUse, removeOldBuilds } from "#scripts/stack/builds/keptBuilds.ts";
import { tryProcessLock } from "#scripts/stack/processes/processLock.ts";
import { logPath } from "#scripts/stack/processes/supervisor.ts";
import type { Supervisor } from "#scripts/stack/processes/supervisor.ts";
import { compileEarly } from "./compileEarly.ts";
import { compressFiles } from "./compressFiles.ts";

/**
 * Returns the directory of the dashboard built from the current sources (server.js and all it needs), building it first if
 * needed. A finished build never changes, so a running dashboard is not disturbed by a later build.
 */
export async function ensureBuilt(supervisor: Supervisor, dataDir: string, output: "file" | "inherit") {
  const target = placeOfBuild();
  const found = findBuild(target);
  if (found !== null) return found;
  mkdirSync(BUILDS, { recursive: true });
  const lock = await waitForLock(supervisor);
  try {
    if (findBuild(target) === null) await build(supervisor, dataDir, output, target);
  } finally {
    lock.release();
  }
  return target;
}

/**
 * Builds into `target`, which exists only once the build is complete. `compressFiles` comes after `compileEarly`, because browsers
 * prefer its output.
 */
async function build(supervisor: Supervisor, dataDir: string, output: "file" | "inherit", target: string) {
  console.error("Building the dashboard: about half a minute, once for each version of the sources.");
  const code = await supervisor.finish({
    name: "build",
    command: process.execPath,
    args: [join("node_modules", "next", "dist", "bin", "next"), "build"],
    env: childEnvironment(
      { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      { withoutConfiguration: true },
    ),
    output,
  });
  if (code !== 0) {
    if (output === "file") process.stderr.write(readFileSync(logPath(dataDir, "build"), "utf8"));
    throw new StartupError("The dashboard could not be built: see above.");
  }
  const made = join(".next", "standalone");
  cpSync(join(".next", "static"), join(made, ".next", "static"), { recursive: true });
  await compileEarly(join(made, ".next", "static"));
  await compressFiles(join(made, ".next", "static"));
  if (existsSync("public")) cpSync("public", join(made, "public"), { recursive: true });
  refuseImageLibrary(made);
  removeSourceMaps(made);
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
  noteUse(target);
  removeOldBuilds(BUILDS);
}

/** Removes the source maps of Next's runtime: nobody reads them there, and they must never be served. */
function removeSourceMaps(made: string): void {
  const maps = readdirSync(join(made, ".next"), { recursive: true, encoding: "utf8" });
  for (const path of maps.filter((name) => name.endsWith(".map"))) rmSync(join(made, ".next", path));
}

/** Next's image library is overridden in package.json, because it is native code that reads images and nothing here uses it. */
function refuseImageLibrary(made: string): void {
  const native = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?:^|\/)(?:@img|libvips[^/]*|sharp[^/]*\.node)(?:\/|$)/.test(path),
  );
  if (native.length === 0) return;
  throw new StartupError(`The build contains an image library that is not used: ${native[0]}.`);
}

/** Makes two commands that start at the same time build once. */
async function waitForLock(supervisor: Supervisor) {
  for (let told = false; ; told = true) {
    const { lock, owner } = tryProcessLock(join(BUILDS, "lock"));
    if (lock !== undefined) return lock;
    if (!told) console.error(`Waiting for ${owner}, which is building the dashboard.`);
    supervisor.check();
    await sleep(200);
  }
}
