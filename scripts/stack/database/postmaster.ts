import "server-only";
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a running server writes about itself into postmaster.pid. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** The server that runs on this cluster right now, or null. A file left by a killed one counts as none. */
export function runningPostmaster(cluster: string): Postmaster | null {
  const lines = readLockFile(cluster);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !servesCluster(pid, cluster)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * PostgreSQL takes its lock file for valid when any process of its account now has the id in it (usual after a
 * container's restart). Our own id, its parent's, it ignores, and goes on to check the shared memory as always.
 */
export function disarmStaleLock(cluster: string): void {
  const lines = readLockFile(cluster);
  if (lines === null || runningPostmaster(cluster) !== null) return;
  writeFileSync(join(cluster, "postmaster.pid"), [String(process.pid), ...lines.slice(1)].join("\n"));
}

/** Asks the server to stop: "fast" ends sessions first; after `timeoutMs` it is stopped without that. */
export async function stopPostmaster(pid: number, cluster: string, timeoutMs = 10_000): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ["SIGINT", timeoutMs],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ];
  for (const [signal, patience] of signals) {
    if (!servesCluster(pid, cluster)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (!servesCluster(pid, cluster)) return;
      await sleep(20);
    }
  }
}

/** A server's working directory is its cluster; an id alone may belong to anybody by now. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(cluster);
  } catch {
    return false;
  }
}

function readLockFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}
