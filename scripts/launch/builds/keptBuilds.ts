import "server-only";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOfProcess } from "#scripts/launch/processes/processLock.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** Besides those that are in use. */
const KEPT = 3;
const USERS = ".used-by";

/**
 * Notes that this process uses a build, so that the build is neither removed while it runs nor soon after. In a container the build
 * may belong to another account, or be read-only; nothing removes it there.
 */
export function noteUse(build: string): void {
  const now = new Date();
  try {
    mkdirSync(join(build, USERS), { recursive: true });
    writeFileSync(join(build, USERS, `${process.pid} ${startOfProcess(process.pid) ?? "?"}`), "");
    utimesSync(build, now, now);
  } catch (error) {
    if (!["EPERM", "EACCES", "EROFS"].some((code) => isCode(error, code))) throw error;
  }
}

/** Removes all builds in a folder but the last ones and those that a running process uses: browsers still load files of these. */
export function removeOldBuilds(builds: string): void {
  const old = readdirSync(builds)
    .filter((name) => name !== "lock" && !name.startsWith("lock."))
    .map((name) => ({ path: join(builds, name), at: statSync(join(builds, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .slice(KEPT);
  for (const { path } of old) if (!isInUse(path)) rmSync(path, { recursive: true, force: true });
}

function isInUse(build: string): boolean {
  const users = join(build, USERS);
  return existsSync(users) && readdirSync(users).some(isRunning);
}

function isRunning(user: string): boolean {
  const [pid, start] = user.split(" ");
  return startOfProcess(Number(pid)) === start;
}
