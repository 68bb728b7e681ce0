import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLaunchSettings, readSettings } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { tryProcessLock, type ProcessLock } from "#scripts/launch/processes/processLock.ts";
import { durableSecrets, sandboxKey } from "#scripts/launch/programs.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { playHistory } from "./playHistory.ts";
import { readProgress } from "./progress.ts";

/** How long the processes of an earlier, killed start may take to end. */
const LEFTOVERS_END_WITHIN_MS = 20_000;

/**
 * Program that makes the history of the demo in the database of DATABASE_URL and the sandbox in DATA_DIR, or resumes the one that
 * a killed start has left. Started by `npm run demo` before its other programs; ends when its parent does.
 */
async function makeHistory(): Promise<number> {
  const { dataDir, databaseUrl } = readLaunchSettings();
  const begun = readProgress(dataDir);
  if (begun === null || databaseUrl === null) throw new StartupError("There is no history to make here.");
  if (begun.done) return 0;
  endWithParent();
  const lock = await lockHistory(dataDir);
  const sandbox = await startOwnSandbox(dataDir);
  try {
    const settings = readSettings({
      ...durableSecrets(dataDir, null),
      DATABASE_URL: databaseUrl,
      SERVICE_SANDBOX_URL: sandbox.url,
      SERVICE_SANDBOX_KEY: sandbox.key,
      // The members of the history often order the same lines again.
      RECENT_ORDER_MINUTES: "0",
      LOG_LEVEL: "error",
    });
    // Read again, because the previous owner of the lock may have made progress.
    await playHistory(settings, sandbox.control, dataDir, readProgress(dataDir) ?? begun);
    return 0;
  } finally {
    await sandbox.stop();
    lock.release();
  }
}

/** Ends with the parent, because an orphan would continue the history beside the next start. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, 100).unref();
}

async function lockHistory(dataDir: string): Promise<ProcessLock> {
  for (const deadline = performance.now() + LEFTOVERS_END_WITHIN_MS; ; await sleep(50)) {
    const { lock, owner } = tryProcessLock(join(dataDir, "demo-history.lock"));
    if (lock !== undefined) return lock;
    if (performance.now() > deadline) {
      throw new StartupError(
        `The history of the demo is already being made (${owner}): wait until it is complete.`,
      );
    }
  }
}

/** Starts the demo's sandbox with the control interface, which the demo itself does not have, for as long as its clock is moved. */
async function startOwnSandbox(dataDir: string): Promise<Sandbox> {
  const options = {
    dataDir: join(dataDir, "sandbox"),
    products: 2_400,
    wallet: "moving",
    catalog: "changing",
    key: sandboxKey(dataDir),
  } as const;
  for (const deadline = performance.now() + LEFTOVERS_END_WITHIN_MS; ; await sleep(100)) {
    try {
      return await startSandbox(options);
    } catch (error) {
      // The sandbox of the killed start takes a moment to end.
      if (performance.now() > deadline || !/Another sandbox/.test(String(error))) throw error;
    }
  }
}

await runCommand(makeHistory);
