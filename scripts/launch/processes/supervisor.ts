import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { startLog } from "#scripts/launch/files/newFile.ts";
import { startOfProcess } from "./processLock.ts";
import { recordProcesses, stopProcess } from "./leftovers.ts";
import type { ProcessRecord } from "./leftovers.ts";

export type ProgramStart = {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Where its output goes: to `<dataDir>/logs/<name>.log`, or to our own output. */
  output: "file" | "inherit";
  /** How long it may take to stop after SIGTERM, in milliseconds. */
  timeoutMs?: number;
};

export type Supervisor = {
  /** Starts a program that has to run until everything stops. */
  start(program: ProgramStart): void;
  /** Runs a program to its end and returns its exit code. */
  finish(program: ProgramStart): Promise<number>;
  /** Registers a clean-up for the end; the last one registered runs first. */
  onStop(stop: () => Promise<void> | void): void;
  /** Watches a process that is not our child: when `hasEnded()` is true, everything stops. */
  watch(name: string, hasEnded: () => boolean): void;
  /** Stops everything as Ctrl-C would: the work is done. */
  done(): void;
  /** Throws while everything is being stopped, so that nothing new is started. */
  check(): void;
};

class Stopped extends Error {}

/**
 * Runs programs together: `startAll` starts them, and they run until Ctrl-C, SIGTERM, or the end of any one of them.
 * In every case all are stopped, the last one first. Returns the exit code.
 * @param dataDir where logs and the list of processes are written; null: output is our own, and no list is kept
 * @throws StartupError when a program cannot be started or ends too early
 */
export async function supervise(
  dataDir: string | null,
  startAll: (supervisor: Supervisor) => Promise<void>,
): Promise<number> {
  const stops: (() => Promise<void> | void)[] = [];
  const records: ProcessRecord[] = [];
  let stopping = false;
  const ending = Promise.withResolvers<void>();
  // Awaited only once everything is up; an earlier rejection is not an unhandled one.
  ending.promise.catch(() => {});

  const supervisor: Supervisor = {
    onStop: (stop) => void stops.push(stop),
    done: () => ending.resolve(),
    check: () => {
      if (stopping) throw new Stopped();
    },
    start(program) {
      supervisor.check();
      const child = launch(dataDir, program);
      const pid = child.pid;
      let isAlive = true;
      child.once("error", (error) => {
        isAlive = false;
        ending.reject(new StartupError(`The ${program.name} could not be started (${error.message}).`));
      });
      child.once("exit", (code, signal) => {
        isAlive = false;
        if (stopping) return;
        const how = signal === null ? `exit code ${code}` : signal;
        ending.reject(
          new StartupError(`The ${program.name} has ended (${how}).${reasonInLog(dataDir, program)}`),
        );
      });
      if (pid === undefined) return;
      records.push({ name: program.name, pid, start: startOfProcess(pid) ?? "" });
      if (dataDir !== null) recordProcesses(dataDir, records);
      stops.push(() => stopProcess(pid, () => isAlive, program.timeoutMs ?? 15_000));
    },
    async finish(program) {
      supervisor.check();
      const child = launch(dataDir, program);
      let isAlive = true;
      if (child.pid !== undefined) {
        const pid = child.pid;
        stops.push(() => (isAlive ? stopProcess(pid, () => isAlive, program.timeoutMs ?? 2_000) : undefined));
      }
      const code = await new Promise<number>((resolve) => {
        child.once("error", () => resolve(127)).once("exit", (exit) => resolve(exit ?? 1));
      });
      isAlive = false;
      supervisor.check();
      return code;
    },
    watch(name, hasEnded) {
      const timer = setInterval(() => {
        if (hasEnded()) ending.reject(new StartupError(`The ${name} has ended.`));
      }, 1_000);
      stops.push(() => clearInterval(timer));
    },
  };

  const release = onStopSignals(() => ending.resolve());
  const up = startAll(supervisor);
  try {
    await Promise.race([up, ending.promise]);
    await ending.promise;
    return 0;
  } finally {
    stopping = true;
    await stopAll(stops);
    // A program that was just being started notices that we are stopping; then it is stopped too.
    await up.catch(() => {});
    await stopAll(stops);
    if (dataDir !== null) recordProcesses(dataDir, []);
    release();
  }
}

/** Runs work in parallel; if one part fails, the others are awaited first, so that nothing is started unnoticed. */
export async function startAllOrStop<T extends readonly unknown[]>(
  ...work: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

async function stopAll(stops: (() => Promise<void> | void)[]): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
}

function launch(dataDir: string | null, program: ProgramStart): ChildProcess {
  const output =
    program.output === "inherit" || dataDir === null ? "inherit" : startLog(logPath(dataDir, program.name));
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    // A process group of its own: Ctrl-C reaches it only through us, in order.
    detached: true,
    stdio: ["ignore", output, output],
  });
  if (typeof output === "number") closeSync(output);
  return child;
}

/** Returns the path of a program's log file and makes its directory. */
export function logPath(dataDir: string, name: string): string {
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  return join(dataDir, "logs", `${name.replaceAll(" ", "-")}.log`);
}

/** What the log of a program ends with: of an error that is printed with its stack and properties, its message. */
function reasonInLog(dataDir: string | null, program: ProgramStart): string {
  if (program.output === "inherit" || dataDir === null) return "";
  const path = logPath(dataDir, program.name);
  const line = readFileSync(path, "utf8").split("\n").findLast(isMessage)?.trim();
  return line === undefined ? "" : ` Its log ends with: ${line.slice(0, 500)} (whole log: ${path})`;
}

/** Stacks and properties are indented; Node prints its version after an error that nothing caught. */
function isMessage(line: string): boolean {
  return /^\S.*[a-z]/i.test(line) && !line.startsWith("Node.js v");
}

/** Calls `stop` on a stop signal. A second Ctrl-C more than a second later ends this process at once. */
function onStopSignals(stop: () => void): () => void {
  let first: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    // One Ctrl-C arrives twice: from the terminal, and passed on by the launcher.
    if (first !== null && now - first > 1_000) process.exit(130);
    first ??= now;
    stop();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  // If the launcher was killed, Ctrl-C can no longer reach us.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500);
  orphaned.unref();
  return () => {
    clearInterval(orphaned);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
