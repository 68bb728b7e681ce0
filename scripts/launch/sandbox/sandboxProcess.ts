import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { childEnvironment } from "#server/config/env.ts";
import { callControl, type Control } from "./sandboxControl.ts";

export type Sandbox = {
  /** The service's base address, ending in /v2. */
  url: string;
  key: string;
  dataDir: string;
  /** Calls the control interface; returns its JSON. */
  control: Control;
  /** Sends SIGTERM and waits for the end. The data is kept. */
  stop(): Promise<void>;
  /** Sends SIGKILL, as a power cut would end it, and waits for the end. The data is kept. */
  kill(): Promise<void>;
  /** Stops and removes the data. */
  dispose(): Promise<void>;
};

export type SandboxOptions = {
  /** Whether the control interface is on; the default is true. */
  control?: boolean;
  /** How many ordinary products there are beside the scenarios; the default is 200. */
  products?: number;
  /** An existing data directory, to start again with the same orders; the default is a new one. */
  dataDir?: string;
  port?: number;
  dialect?: string;
  catalog?: string;
  latencyMs?: number;
  wallet?: "fixed" | "moving";
  /** The key that it accepts; the default is the one of all tests. */
  key?: string;
};

/** The key that the sandbox of every test accepts. */
export const SANDBOX_KEY = "svc_test_0123456789abcdef0123456789abcdef";

/** Starts the real sandbox program on a free port and waits until it listens. Throws an Error with its output if it does not. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "codedesk-sandbox-")));
  const key = options.key ?? SANDBOX_KEY;
  const args = [
    "--port",
    String(options.port ?? 0),
    "--data-dir",
    dataDir,
    "--products",
    String(options.products ?? 200),
    "--dialect",
    options.dialect ?? "plain",
    "--catalog",
    options.catalog ?? "usual",
    "--latency",
    String(options.latencyMs ?? 0),
    "--wallet",
    options.wallet ?? "fixed",
    ...((options.control ?? true) ? ["--control"] : []),
  ];
  const child = spawnSandbox(args, key);
  const url = await listeningAddress(child);
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => {
      child.once("exit", resolve);
    });
    child.kill(signal);
    await gone;
  };
  return {
    url,
    key,
    dataDir,
    control: (...call) => callControl(url, ...call),
    stop: end("SIGTERM"),
    kill: end("SIGKILL"),
    dispose: async () => {
      await end("SIGKILL")();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the program to its end and returns its exit code and error output, for starts that should fail. */
export async function runSandbox(args: string[]): Promise<{ exitCode: number | null; errors: string }> {
  const child = spawnSandbox(args);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { exitCode, errors };
}

/** Starts the program with a channel to this process, so that it ends when this process ends in any way. */
function spawnSandbox(args: string[], key?: string): ChildProcess {
  return spawn(process.execPath, [path.resolve("sandbox/main.ts"), ...args], {
    ...(key === undefined ? {} : { env: childEnvironment({ NODE_ENV: "production", SANDBOX_KEYS: key }) }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  let errors = "";
  const closed = new Promise((resolve) => {
    child.once("close", resolve);
  });
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  if (child.stdout === null) throw new Error("the sandbox has no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^sandbox listening on (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  await closed;
  throw new Error(`the sandbox did not start: ${errors.trim()}`);
}
