import "server-only";
import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";

export type ProcessLock = { release(): void };
/** The lock, or the id of the process that has it. */
export type LockAttempt = { lock: ProcessLock; owner?: undefined } | { lock?: undefined; owner: number };

/**
 * Takes a lock file for as long as this process lives, or returns the process that has it. A lock left by a killed process counts
 * as free: the file contains the process's id and start time, so that a later process with the same id does not keep it locked.
 */
export function tryProcessLock(path: string): LockAttempt {
  const mine = `${process.pid} ${startOfProcess(process.pid) ?? "?"}\n`;
  const candidate = `${path}.${randomUUID()}`;
  writeFileSync(candidate, mine, { mode: 0o600, flag: "wx" });
  try {
    for (;;) {
      try {
        // link() creates the file with its content in one step, and fails if it exists.
        linkSync(candidate, path);
        return { lock: { release: () => releaseLock(path, mine) } };
      } catch (error) {
        if (!isCode(error, "EEXIST")) throw error;
      }
      const found = readLock(path);
      if (found === null) continue;
      const owner = runningOwner(found);
      if (owner !== null) return { owner };
      removeStaleLock(path, found);
    }
  } finally {
    rmSync(candidate, { force: true });
  }
}

/** Returns when a process started, which distinguishes it from a later one with the same id; null if it does not run. */
export function startOfProcess(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain anything; the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    if (process.platform === "linux") return null;
  }
  try {
    const start = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return start === "" ? null : start.replaceAll(" ", "_");
  } catch {
    return null;
  }
}

function runningOwner(content: string): number | null {
  const [pid, start] = content.trim().split(" ");
  const owner = Number(pid);
  if (!Number.isSafeInteger(owner) || owner <= 0) return null;
  return startOfProcess(owner) === start ? owner : null;
}

/** Two processes may find the same stale lock: only the file that was read is removed, and a newer one is put back. */
function removeStaleLock(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, "ENOENT") && !isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function releaseLock(path: string, mine: string): void {
  if (readLock(path) === mine) unlinkSync(path);
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
