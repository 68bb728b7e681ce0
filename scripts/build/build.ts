import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnvironment } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { BUILDS, findBuild, placeOfBuild, PROGRAM_OF_BUILD } from "#scripts/launch/builds/findBuild.ts";
import { noteUse, removeOldBuilds } from "#scripts/launch/builds/keptBuilds.ts";
import { tryProcessLock } from "#scripts/launch/processes/processLock.ts";
import { logPath } from "#scripts/launch/processes/supervisor.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";
import { compileEarly } from "./compileEarly.ts";
import { compressFiles } from "./compressFiles.ts";

/**
 * Returns the directory of the dashboard built from the current sources (its program and all it needs but the packages), building it
 * first if needed. A finished build never changes, so a running dashboard is not disturbed by a later build.
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
  refuseImageLibrary();
  const made = join(".next", "finished");
  rmSync(made, { recursive: true, force: true });
  moveServed(join(made, ".next"));
  await compileEarly(join(made, ".next", "static"));
  await compressFiles(join(made, ".next", "static"));
  for (const path of ["next.config.mjs", "public", join("server", "db", "migrations")])
    cpSync(path, join(made, path), { recursive: true });
  cpSync(join("server", "main.mjs"), join(made, PROGRAM_OF_BUILD));
  // Next links each package that it does not bundle to the one in this folder, as seen from `.next`.
  symlinkSync(join("..", "..", "node_modules"), join(made, "node_modules"));
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
  noteUse(target);
  removeOldBuilds(BUILDS);
}

/** What a running Next reads of its own output. The rest serves the next build. */
const SERVED = /^(?:BUILD_ID|node_modules|server|static|.*\.json)$/;
/** Lists of files that nobody reads, and source maps, which must never be served. */
const UNUSED = /\.(?:map|nft\.json)$/;

function moveServed(made: string): void {
  mkdirSync(made, { recursive: true });
  for (const name of readdirSync(".next").filter((each) => SERVED.test(each) && !UNUSED.test(each)))
    renameSync(join(".next", name), join(made, name));
  // Not in node_modules, which has links to the packages themselves.
  for (const folder of ["server", "static"].map((name) => join(made, name)))
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (UNUSED.test(name)) rmSync(join(folder, name));
}

/** Next's image library is overridden in package.json, because it is native code that reads images and nothing here uses it. */
function refuseImageLibrary(): void {
  if (existsSync(join("node_modules", "@img")))
    throw new StartupError("An image library is installed that is not used: node_modules/@img.");
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
