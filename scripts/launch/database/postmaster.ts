import "server-only";
import { execFileSync } from "node:child_process";
import { constants, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "#scripts/launch/files/newFile.ts";
import type { Home } from "./home.ts";
import { socketName } from "./socket.ts";

/** What a running server reports in postmaster.pid. */
export type Postmaster = {
  pid: number;
  port: number;
  /** The directory of its socket; null: it listens on its port only, or its socket is no longer where it was created. */
  socketDir: string | null;
  ready: boolean;
};

/** Returns the server that is running on this cluster, or null. A file left by a killed server counts as none. */
export function runningPostmaster(cluster: string): Postmaster | null {
  const lines = readLockFile(cluster);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !servesCluster(pid, cluster)) return null;
  const port = Number(lines[3]);
  const socketDir = lines[4]?.trim() ?? "";
  const isOurs = isSameFile(socketName(socketDir, port), socketName(join(dirname(cluster), "socket"), port));
  return { pid, port, socketDir: isOurs ? socketDir : null, ready: lines[7]?.trim() === "ready" };
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/**
 * Makes PostgreSQL ignore a stale lock file. It takes the file for valid if any process of its account has the id in it, which
 * is common after a restart of a container. It ignores the id of its own parent, so the file gets ours; its check of the
 * shared memory still applies.
 */
export function ignoreStaleLock({ cluster, account }: Pick<Home, "cluster" | "account">): void {
  const lines = readLockFile(cluster);
  if (lines === null || runningPostmaster(cluster) !== null) return;
  const content = [String(process.pid), ...lines.slice(1)].join("\n");
  replaceFile(join(cluster, "postmaster.pid"), content, account);
}

/** Stops the server: "fast" first (sessions are ended), "immediate" after `timeoutMs`, then SIGKILL. */
export async function stopPostmaster(pid: number, cluster: string, timeoutMs = 10_000): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ["SIGINT", timeoutMs],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ];
  for (const [signal, waitMs] of signals) {
    if (!servesCluster(pid, cluster)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!servesCluster(pid, cluster)) return;
      await sleep(20);
    }
  }
}

/** Whether this process is the server of the cluster: its working directory is the cluster. An id alone may have been reused. */
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
    // The directory is the server's account's, whose links root must not follow.
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
    return readFileSync(join(cluster, "postmaster.pid"), { encoding: "utf8", flag }).split("\n");
  } catch {
    return null;
  }
}
