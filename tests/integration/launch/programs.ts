import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export type Ended = { code: number | null; output: string };

/** Returns the environment of a person who has configured only the given variables. */
export function bareEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { NODE_ENV: "production", ...Object.fromEntries(kept), ...variables };
}

/** Runs `npm run <command>` to its end, as npm does; as another account, where root runs the tests. */
export async function runLauncher(
  args: string[],
  variables: Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ["scripts/launch.mjs", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: bareEnvironment(variables),
    ...account,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** Starts one of our programs and waits for the first line it writes. */
export async function startProgram(
  script: string,
  args: string[],
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ["--conditions=react-server", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: bareEnvironment({}),
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error(`${script} ended without any output`);
}

export async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
