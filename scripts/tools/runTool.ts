import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "#server/config/env.ts";

export type StepRun = { code: number; output: string };

type StepOptions = {
  /** Prints the output as it arrives instead of returning it. */
  live?: boolean;
  variables?: Record<string, string>;
  /** Where it runs; by default, where this program runs. */
  directory?: string;
};

/** Runs a tool of node_modules on our own Node. Never throws: a failure is in the exit code and the output. */
export function runTool(script: string, args: string[], options: StepOptions = {}): Promise<StepRun> {
  return runProgram(process.execPath, [join("node_modules", script), ...args], options);
}

export function runProgram(command: string, args: string[], options: StepOptions = {}): Promise<StepRun> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.directory,
      stdio: [
        "ignore",
        options.live === true ? "inherit" : "pipe",
        options.live === true ? "inherit" : "pipe",
      ],
      // Tests choose their configuration: a person's own configuration is not passed on.
      env: childEnvironment({ NODE_ENV: "test", ...options.variables }, { withoutConfiguration: true }),
    });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.once("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
