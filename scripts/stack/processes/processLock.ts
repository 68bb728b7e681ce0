import "server-only";
import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";

export type ProcessLock = { release(): void };
export type LockAttempt = { held: ProcessLock; holder?: undefined } | { held?: undefined; holder: number };

/**
 * Holds the file as long as this process lives, or says which process does.
 * A lock left by a killed process counts as free: the file names the process and its start, so a pid that
 * was given to somebody else later does not keep it.
 */
export function tryProcessLock(path: string): LockAttempt {
  const mine = `${process.pid} ${startOfProcess(process.pid) ?? "?"}\n`;
  const candidate = `${path}.${randomUUID()}`;
  writeFileSync(candidate, mine, { mode: 0o600, flag: "wx" });
  try {
    for (;;) {
      try {
        // link() creates the file with its content at once and fails when there is one.
        linkSync(candidate, path);
        return { held: { release: () => releaseLock(path, mine) } };
      } catch (error) {
        if (!isCode(error, "EEXIST")) throw error;
      }
      const found = readLock(path);
      if (found === null) continue;
      const holder = livingHolder(found);
      if (holder !== null) return { holder };
      takeAway(path, found);
    }
  } finally {
    rmSync(candidate, { force: true });
  }
}

/** The start of a process, as something to tell it from a later one with the same id. Null: there is none. */
export function startOfProcess(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; the start time is the 20th field after it.
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

function livingHolder(content: string): number | null {
  const [pid, start] = content.trim().split(" ");
  const holder = Number(pid);
  if (!Number.isSafeInteger(holder) || holder <= 0) return null;
  return startOfProcess(holder) === start ? holder : null;
}

/** Two may find the same dead lock: only the file that was judged is removed, another one is put back. */
function takeAway(path: string, judged: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== judged) linkSync(aside, path);
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
