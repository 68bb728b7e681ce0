import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "#server/config/startupError.ts";
import { startOfProcess } from "./processLock.ts";
import { keepProcesses, stopProcess } from "./leftovers.ts";
import type { ProcessRecord } from "./leftovers.ts";

export type ProgramStart = {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Its output: into `<dataDir>/logs/<name>.log`, or to our own. */
  output: "file" | "inherit";
  /** How long it may take to stop by itself. */
  timeoutMs?: number;
};

export type Supervisor = {
  /** Starts a program that has to live as long as we do. */
  start(program: ProgramStart): void;
  /** Runs a program to its end; answers with its exit code. */
  finish(program: ProgramStart): Promise<number>;
  /** Something to be undone at the end, last one first. */
  onStop(stop: () => Promise<void> | void): void;
  /** Watches what is not our child: when `gone()` says so, everything stops. */
  watch(name: string, gone: () => boolean): void;
  /** Ends it all, as Ctrl-C would: what was wanted is done. */
  done(): void;
  /** Throws when we are stopping, so that nothing new begins. */
  check(): void;
};

class Stopped extends Error {}

/**
 * Runs programs together: `bringUp` starts them; then until Ctrl-C, SIGTERM, or the end of any one of them.
 * Whatever happens, all are stopped, the last one first. Answers with the exit code.
 * @param dataDir where logs go and what runs is remembered; null: output is ours, and nothing needs remembering.
 */
export async function supervise(
  dataDir: string | null,
  bringUp: (supervisor: Supervisor) => Promise<void>,
): Promise<number> {
  const stops: (() => Promise<void> | void)[] = [];
  const records: ProcessRecord[] = [];
  let stopping = false;
  const ending = Promise.withResolvers<void>();
  // Only awaited once everything is up; an earlier rejection is not unhandled.
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
      let lives = true;
      child.once("error", (error) => {
        lives = false;
        ending.reject(new StartupError(`The ${program.name} could not be started (${error.message}).`));
      });
      child.once("exit", (code, signal) => {
        lives = false;
        if (stopping) return;
        const how = signal === null ? `exit code ${code}` : signal;
        ending.reject(
          new StartupError(`The ${program.name} has ended (${how}).${lastWords(dataDir, program)}`),
        );
      });
      if (pid === undefined) return;
      records.push({ name: program.name, pid, start: startOfProcess(pid) ?? "" });
      if (dataDir !== null) keepProcesses(dataDir, records);
      stops.push(() => stopProcess(pid, () => lives, program.timeoutMs ?? 15_000));
    },
    async finish(program) {
      supervisor.check();
      const child = launch(dataDir, program);
      let lives = true;
      if (child.pid !== undefined) {
        const pid = child.pid;
        stops.push(() => (lives ? stopProcess(pid, () => lives, program.timeoutMs ?? 2_000) : undefined));
      }
      const code = await new Promise<number>((resolve) => {
        child.once("error", () => resolve(127)).once("exit", (exit) => resolve(exit ?? 1));
      });
      lives = false;
      supervisor.check();
      return code;
    },
    watch(name, gone) {
      const timer = setInterval(() => {
        if (gone()) ending.reject(new StartupError(`The ${name} has ended.`));
      }, 1_000);
      stops.push(() => clearInterval(timer));
    },
  };

  const release = onStopSignals(() => ending.resolve());
  const up = bringUp(supervisor);
  try {
    await Promise.race([up, ending.promise]);
    await ending.promise;
    return 0;
  } finally {
    stopping = true;
    await undo(stops);
    // What was just being brought up notices that we are stopping; then that is undone too.
    await up.catch(() => {});
    await undo(stops);
    if (dataDir !== null) keepProcesses(dataDir, []);
    release();
  }
}

/** Does things side by side; when one fails, the others are waited for, so that nothing is brought up behind our back. */
export async function together<T extends readonly unknown[]>(
  ...work: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

async function undo(stops: (() => Promise<void> | void)[]): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
}

function launch(dataDir: string | null, program: ProgramStart): ChildProcess {
  const output =
    program.output === "inherit" || dataDir === null
      ? "inherit"
      : openSync(logPath(dataDir, program.name), "w", 0o600);
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    // A group of its own: Ctrl-C reaches it only through us, in order.
    detached: true,
    stdio: ["ignore", output, output],
  });
  if (typeof output === "number") closeSync(output);
  return child;
}

/** The path of a program's log; its directory is there. */
export function logPath(dataDir: string, name: string): string {
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  return join(dataDir, "logs", `${name.replaceAll(" ", "-")}.log`);
}

function lastWords(dataDir: string | null, program: ProgramStart): string {
  if (program.output === "inherit" || dataDir === null) return "";
  const path = logPath(dataDir, program.name);
  const line = readFileSync(path, "utf8").trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : ` Its last words: ${line.slice(0, 500)} (all of them: ${path})`;
}

/** A second Ctrl-C, a while after the first, ends us at once. */
function onStopSignals(stop: () => void): () => void {
  let first: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    // A terminal's Ctrl-C arrives twice: from the terminal, and passed on by the launcher.
    if (first !== null && now - first > 1_000) process.exit(130);
    first ??= now;
    stop();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  // The launcher that started us was killed: nobody could stop us by Ctrl-C any more.
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
