import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { callControl, type Control } from "./sandboxControl.ts";

export type Sandbox = {
  /** The service's base address, ending in /v2. */
  url: string;
  key: string;
  dataDir: string;
  /** Calls the control interface; returns its JSON. */
  control: Control;
  /** SIGTERM, and waits for the end. The data stays. */
  stop(): Promise<void>;
  /** SIGKILL: what a power cut does to a process. The data stays. */
  kill(): Promise<void>;
  /** Stops and removes the data. */
  dispose(): Promise<void>;
};

export type SandboxOptions = {
  /** On unless said otherwise. */
  control?: boolean;
  /** Ordinary products beside the scenarios; 200 unless said otherwise. */
  products?: number;
  /** A directory of one's own, to start again on the same orders. */
  dataDir?: string;
  port?: number;
  dialect?: string;
  catalog?: string;
  latencyMs?: number;
};

/** The key every test's sandbox accepts. */
export const SANDBOX_KEY = "svc_test_0123456789abcdef0123456789abcdef";

/** Starts the real sandbox program on a free port and waits until it listens. Throws with what it said if it does not. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "codedesk-sandbox-")));
  const child = spawnSandbox([
    "--port",
    String(options.port ?? 0),
    "--data-dir",
    dataDir,
    "--key",
    SANDBOX_KEY,
    "--products",
    String(options.products ?? 200),
    "--dialect",
    options.dialect ?? "plain",
    "--catalog",
    options.catalog ?? "usual",
    "--latency",
    String(options.latencyMs ?? 0),
    ...((options.control ?? true) ? ["--control"] : []),
  ]);
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
    key: SANDBOX_KEY,
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

/** What the program says and how it ends, for starts that are meant to fail. */
export async function runSandbox(args: string[]): Promise<{ exitCode: number | null; complaint: string }> {
  const child = spawnSandbox(args);
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { exitCode, complaint };
}

/** With a channel to it, so that it ends when this process does, however that ends. */
function spawnSandbox(args: string[]): ChildProcess {
  return spawn(process.execPath, [path.resolve("sandbox/main.ts"), ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  let complaint = "";
  const closed = new Promise((resolve) => {
    child.once("close", resolve);
  });
  child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  if (child.stdout === null) throw new Error("the sandbox has no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^sandbox listening on (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  await closed;
  throw new Error(`the sandbox did not start: ${complaint.trim()}`);
}
