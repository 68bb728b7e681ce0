import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startOfProcess } from "./processLock.ts";

const record = z.object({ name: z.string(), pid: z.int().positive(), start: z.string() });
export type ProcessRecord = z.infer<typeof record>;

/** The processes of the launcher that holds a data directory, kept so that the next one finds what a killed one left. */
export function keepProcesses(dataDir: string, processes: readonly ProcessRecord[]): void {
  const path = join(dataDir, "processes.json");
  writeFileSync(`${path}.new`, JSON.stringify(processes), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Stops what an earlier, killed launcher left running. Answers with the names. Call only while holding the lock. */
export async function stopLeftovers(dataDir: string): Promise<string[]> {
  const left = readProcesses(dataDir).filter(isSame);
  await Promise.all(left.map((each) => stopProcess(each.pid, () => isSame(each), 10_000)));
  keepProcesses(dataDir, []);
  return left.map(({ name }) => name);
}

/** Asks the process to end, and ends its whole group when it does not within `timeoutMs`. */
export async function stopProcess(pid: number, lives: () => boolean, timeoutMs: number): Promise<void> {
  signal(pid, "SIGTERM");
  const deadline = performance.now() + timeoutMs;
  while (lives() && performance.now() < deadline) await sleep(20);
  // Whatever it had started itself lives in its group.
  signal(-pid, "SIGKILL");
  while (lives()) await sleep(20);
}

function isSame({ pid, start }: ProcessRecord): boolean {
  return startOfProcess(pid) === start;
}

function readProcesses(dataDir: string): ProcessRecord[] {
  try {
    return z.array(record).parse(JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8")));
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone already.
  }
}
