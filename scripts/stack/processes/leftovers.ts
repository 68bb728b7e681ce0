import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startOfProcess } from "./processLock.ts";

const recordSchema = z.object({ name: z.string(), pid: z.int().positive(), start: z.string() });
export type ProcessRecord = z.infer<typeof recordSchema>;

/** Records the processes of the command that uses a data directory, so that the next command can stop what a killed one left running. */
export function recordProcesses(dataDir: string, processes: readonly ProcessRecord[]): void {
  const path = join(dataDir, "processes.json");
  writeFileSync(`${path}.new`, JSON.stringify(processes), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Stops what an earlier, killed command left running, and returns the names. Requires the lock of the data directory. */
export async function stopLeftovers(dataDir: string): Promise<string[]> {
  const left = readProcesses(dataDir).filter(isRunning);
  await Promise.all(left.map((each) => stopProcess(each.pid, () => isRunning(each), 10_000)));
  recordProcesses(dataDir, []);
  return left.map(({ name }) => name);
}

/** Asks a process to end (SIGTERM), and kills its whole group if it still runs after `timeoutMs`. */
export async function stopProcess(pid: number, isAlive: () => boolean, timeoutMs: number): Promise<void> {
  signal(pid, "SIGTERM");
  const deadline = performance.now() + timeoutMs;
  while (isAlive() && performance.now() < deadline) await sleep(20);
  // Processes that it started itself are in its group.
  signal(-pid, "SIGKILL");
  while (isAlive()) await sleep(20);
}

function isRunning({ pid, start }: ProcessRecord): boolean {
  return startOfProcess(pid) === start;
}

function readProcesses(dataDir: string): ProcessRecord[] {
  try {
    return z.array(recordSchema).parse(JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8")));
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
