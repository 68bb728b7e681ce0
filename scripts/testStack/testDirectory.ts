import { mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const GIBIBYTE = 2 ** 30;

/**
 * Creates a directory for the database of tests: in memory if there is room, otherwise on disk. Each test file copies a database
 * of 300 files and removes it again. Node is asked for its free memory as well, because a container may have less than the
 * machine.
 */
export function makeTestDirectory(prefix: string): string {
  return mkdtempSync(join(isUsable() ? IN_MEMORY : tmpdir(), prefix));
}

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory() / 2);
    return free > 4 * GIBIBYTE && runsPrograms(readFileSync("/proc/mounts", "utf8"));
  } catch {
    return false;
  }
}

/**
 * Whether programs can be run from the directory, since the database's programs may be copied beside its data: many containers
 * mount memory without that right.
 */
function runsPrograms(mounts: string): boolean {
  const line = mounts.split("\n").findLast((each) => each.split(" ")[1] === IN_MEMORY);
  const [, , type, options = ""] = line?.split(" ") ?? [];
  return type === "tmpfs" && !options.split(",").includes("noexec");
}
