import { lstatSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readOwnFile } from "#scripts/launch/files/foreignLinks.ts";
import { replaceFile } from "#scripts/launch/files/newFile.ts";
import { signalIfRunning } from "#scripts/tools/signalIfRunning.ts";
import { startOfProcess } from "./processLock.ts";

const recordSchema = z.object({ name: z.string(), pid: z.int().positive(), start: z.string() });
export type ProcessRecord = z.infer<typeof recordSchema>;

/** A process that a command started. `launcher`: the command itself; earlier versions did not record it. */
const leftSchema = recordSchema.extend({ launcher: recordSchema.omit({ name: true }).optional() });
type Left = z.infer<typeof leftSchema>;

/** Records the processes of the command that uses a data directory, so that the next command can stop what a killed one left running. */
export function recordProcesses(dataDir: string, processes: readonly ProcessRecord[]): void {
  const launcher = { pid: process.pid, start: startOfProcess(process.pid) ?? "" };
  const left: Left[] = processes.map((each) => ({ ...each, launcher }));
  replaceFile(join(dataDir, "processes.json"), JSON.stringify(left));
}

/**
 * Stops what an earlier, killed command left running, and returns the names. Requires the lock of the data directory: a recorded
 * command that is running still has another one, of which this directory is a copy, and its programs are not ours to stop.
 */
export async function stopLeftovers(dataDir: string): Promise<string[]> {
  const left = readProcesses(dataDir).filter(
    (each) => isRunning(each) && (each.launcher === undefined || !isRunning(each.launcher)),
  );
  await Promise.all(left.map((each) => stopProcess(each.pid, () => isRunning(each), 10_000)));
  recordProcesses(dataDir, []);
  return left.map(({ name }) => name);
}

/** Asks a process to end (SIGTERM), and kills its whole group if it still runs after `timeoutMs`. */
export async function stopProcess(pid: number, isAlive: () => boolean, timeoutMs: number): Promise<void> {
  signalIfRunning(pid, "SIGTERM");
  const deadline = performance.now() + timeoutMs;
  while (isAlive() && performance.now() < deadline) await sleep(20);
  // Processes that it started itself are in its group.
  signalIfRunning(-pid, "SIGKILL");
  while (isAlive()) await sleep(20);
}

function isRunning({ pid, start }: Pick<ProcessRecord, "pid" | "start">): boolean {
  return startOfProcess(pid) === start;
}

function readProcesses(dataDir: string): Left[] {
  try {
    const path = join(dataDir, "processes.json");
    // Root would stop whatever another account has written there.
    if (lstatSync(path).uid !== process.getuid?.()) return [];
    return z.array(leftSchema).parse(JSON.parse(readOwnFile(path)));
  } catch {
    return [];
  }
}
