import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isCode } from "./isCode.ts";
import { signalIfRunning } from "./signalIfRunning.ts";

const LOW = constants.priority.PRIORITY_LOW;
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Lets a program that was just started, and what it starts, run only while nothing else needs the processor. It must have been
 * started `detached`, in a session of its own: Linux divides the processor among sessions first, and a priority counts only within
 * one. Because Ctrl-C does not reach another session, stop signals are passed on.
 */
export async function runAtLeastPriority(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  passStopSignalsOn(child, pid);
  setPriority(pid, LOW);
  await lowerSession(pid);
}

async function lowerSession(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(LOW));
      return;
    } catch (error) {
      // Where the processor is not divided among sessions, or the program has ended, there is nothing to lower.
      if (!isCode(error, "EAGAIN")) return;
      // Linux lets accounts without privileges change one session in a tenth of a second.
      await sleep(110);
    }
  }
}

function passStopSignalsOn(child: ChildProcess, pid: number): void {
  const passOn = (signal: NodeJS.Signals) => {
    signalIfRunning(-pid, signal);
    // `once` has removed this handler, so that the same signal now ends this process.
    process.kill(process.pid, signal);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, passOn);
  child.once("close", () => {
    for (const signal of STOP_SIGNALS) process.off(signal, passOn);
  });
}
