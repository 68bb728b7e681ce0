import "server-only";
import { execFileSync } from "node:child_process";
import { closeSync, linkSync, openSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { isStartupError, StartupError } from "#server/config/startupError.ts";
import { refuseForeignLink } from "#scripts/launch/files/foreignLinks.ts";
import { createFile } from "#scripts/launch/files/newFile.ts";
import { withPath } from "#scripts/tools/fileTrouble.ts";
import { isCode } from "#scripts/tools/isCode.ts";

export type ProcessLock = { release(): void };
/** The lock, or who has it: "process 123", or "another process" while that one has not written its id yet. */
export type LockAttempt = { lock: ProcessLock; owner?: undefined } | { lock?: undefined; owner: string };

/** SQLite's code for "locked by another process". */
const SQLITE_BUSY = 5;

/** What this process has locked. Without a reference, a lock would be collected as garbage, and given up. */
const locked = new Set<DatabaseSync>();

/**
 * Takes a lock for as long as this process lives, or returns who has it. The lock is the operating system's, on `<path>.sqlite`,
 * taken through SQLite because Node has no call for it: it ends with its process, also counts between containers, and is not in
 * a copy of the file. The file itself names the owner.
 * @throws StartupError where the file system has no locks; the error of Node where the file cannot be written
 */
export function tryProcessLock(path: string): LockAttempt {
  // A uuid, since the same process may have had it before.
  const mine = `${process.pid} ${startOfProcess(process.pid) ?? "?"} ${randomUUID()}\n`;
  const candidate = `${path}.${randomUUID()}`;
  createFile(candidate, mine);
  try {
    const system = tryLockFile(`${path}.sqlite`);
    if (system === null) return { owner: describeOwner(readLock(path)) };
    const earlier = nameOwner(path, candidate);
    if (earlier !== null) {
      system.close();
      return { owner: earlier };
    }
    locked.add(system);
    return { lock: { release: () => releaseLock(path, mine, system) } };
  } finally {
    rmSync(candidate, { force: true });
  }
}

/**
 * Locks a file, which is created empty, readable by its owner only, and never removed: another process could just have opened it.
 * Returns null if it is locked. The system gives up the lock when this process closes any other handle of the file, so nothing of ours may read it.
 */
function tryLockFile(path: string): DatabaseSync | null {
  let file: DatabaseSync | undefined;
  try {
    createIfMissing(path);
    refuseForeignLink(path);
    file = new DatabaseSync(path);
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file?.close();
    if (isStartupError(error)) throw error;
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw new StartupError(
      `${path} cannot be locked (${String(error)}): remove it if another program wrote it; otherwise use a directory whose file system has locks.`,
      { cause: error },
    );
  }
}

function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}

/**
 * Puts our name where the others look for the owner. Returns the owner if it is a running process of a version that had no lock
 * but this file.
 */
function nameOwner(path: string, candidate: string): string | null {
  for (;;) {
    const found = readLock(path);
    if (found !== null && isOwnerByFile(found)) return describeOwner(found);
    rmSync(path, { force: true });
    try {
      // link() creates the file with its content in one step, and fails if it exists.
      linkSync(candidate, path);
      return null;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
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

/** The versions before wrote the id and the start time of the process, and nothing else. */
function isOwnerByFile(content: string): boolean {
  const [pid, start, lock] = content.trim().split(" ");
  return lock === undefined && start !== undefined && startOfProcess(Number(pid)) === start;
}

function describeOwner(content: string | null): string {
  const pid = Number(content?.split(" ")[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? `process ${pid}` : "another process";
}

function releaseLock(path: string, mine: string, system: DatabaseSync): void {
  if (readLock(path) === mine) unlinkSync(path);
  locked.delete(system);
  system.close();
}

function readLock(path: string): string | null {
  try {
    return withPath(path, () => readFileSync(path, "utf8"));
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}
