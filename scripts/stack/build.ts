import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentFor } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { tryProcessLock } from "#scripts/stack/processes/processLock.ts";
import { logPath } from "#scripts/stack/processes/supervisor.ts";
import type { Supervisor } from "#scripts/stack/processes/supervisor.ts";

/** What the build depends on. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "server",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tailwind.config.ts",
  "tsconfig.json",
];
const BUILDS = ".build";
const KEPT = 3;

/**
 * A directory with the finished dashboard (server.js and all it needs) of the present sources; built when there is
 * none yet. Finished builds never change: a dashboard that runs is not disturbed by a later build.
 */
export async function ensureBuilt(supervisor: Supervisor, dataDir: string, output: "file" | "inherit") {
  const target = join(process.cwd(), BUILDS, hashSources());
  if (isFinished(target)) return target;
  mkdirSync(BUILDS, { recursive: true });
  const lock = await waitForLock(supervisor);
  try {
    if (!isFinished(target)) await build(supervisor, dataDir, output, target);
  } finally {
    lock.release();
  }
  return target;
}

async function build(supervisor: Supervisor, dataDir: string, output: "file" | "inherit", target: string) {
  console.error("Building the dashboard (once for each version of the sources; about half a minute).");
  const code = await supervisor.finish({
    name: "build",
    command: process.execPath,
    args: [join("node_modules", "next", "dist", "bin", "next"), "build"],
    env: environmentFor(
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
  if (existsSync("public")) cpSync("public", join(made, "public"), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
  removeOldBuilds();
}

/** Two starts at once build once. */
async function waitForLock(supervisor: Supervisor) {
  for (let told = false; ; told = true) {
    const { held, holder } = tryProcessLock(join(BUILDS, "lock"));
    if (held !== undefined) return held;
    if (!told) console.error(`Waiting for the build of process ${holder}.`);
    supervisor.check();
    await sleep(200);
  }
}

function isFinished(target: string): boolean {
  if (!existsSync(join(target, "server.js"))) return false;
  // Used now: the last to be removed.
  const now = new Date();
  utimesSync(target, now, now);
  return true;
}

function removeOldBuilds(): void {
  const builds = readdirSync(BUILDS)
    .filter((name) => name !== "lock" && !name.startsWith("lock."))
    .map((name) => ({ path: join(BUILDS, name), at: statSync(join(BUILDS, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { path } of builds.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest("hex").slice(0, 16);
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name));
    return;
  }
  if (/\.test\.tsx?$/.test(path)) return;
  hash.update(`${path}\0${found.size}\0`).update(readFileSync(path));
}
